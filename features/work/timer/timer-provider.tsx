import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ProjectChoice } from '#features/engagement/projects/project-picker.tsx'
import { serverNow } from '#web/data/server-clock.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  followTimer,
  onProjectMissing,
  registerStopNote,
  timerQuery,
  useTimer,
  useTimerActions,
} from './client.ts'
import { useGuess } from './guess.tsx'
import { LONG_MILLISECONDS, SHORT_MILLISECONDS } from './rules/limits.ts'
import type { Work } from './rules/presses.ts'
import { registerStart } from './start-buttons.tsx'
import { StopNote } from './stop-note.tsx'
import { TimerInTab } from './timer-in-tab.tsx'
import { timerPresses } from './use-timer-key.tsx'

const ChooseProjectDialog = lazyDialog(() => import('./choose-project-dialog.tsx'), 'ChooseProjectDialog')
const EditTimerDialog = lazyDialog(() => import('./edit-timer-dialog.tsx'), 'EditTimerDialog')
const ShortTimerDialog = lazyDialog(() => import('./stop-dialogs.tsx'), 'ShortTimerDialog')
const LongTimerDialog = lazyDialog(() => import('./stop-dialogs.tsx'), 'LongTimerDialog')

interface TimerControls {
  /** The project that one press starts; null if there is none to guess, undefined until that is known. */
  guess: ProjectChoice | null | undefined
  /** Starts the guessed project, or asks for one. */
  startGuess(description?: string, at?: Date): void
  /** Asks first when a timer that was forgotten ended. */
  start(work: Work): void
  /** Asks first if the timer ran for very short or very long. */
  stop(at?: Date): void
  discard(): void
  edit(): void
  chooseProject(): void
}

const TimerContext = createContext<TimerControls | null>(null)

export function useTimerControls(): TimerControls {
  const controls = use(TimerContext)
  if (!controls) throw new Error('useTimerControls() needs a <TimerProvider> above it.')
  return controls
}

type Question =
  | { about: 'short' }
  /** The work to start once it is known when the running timer ended. */
  | { about: 'long'; next?: Work }
  | { about: 'timer' }
  /** The project to start, to run on, or to log time on that ended at an instant. */
  | { about: 'project'; description?: string; stoppedAt?: Date }

/** The timer of the account: keeps it up to date, and asks what has to be asked about it. */
export function TimerProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const timer = useTimerActions()
  const [question, setQuestion] = useState<Question | null>(null)
  const running = useTimer().timer
  const { isLoading: isFetchingTimer } = useQuery(timerQuery)
  const { guess, remember, noteStart } = useGuess(running === null)

  useEffect(() => followTimer(queryClient), [queryClient])
  useEffect(
    () => registerStopNote((entries, onSaved) => <StopNote entries={entries} onSaved={onSaved} />),
    [],
  )
  useEffect(() => onProjectMissing((stoppedAt) => setQuestion({ about: 'project', stoppedAt })), [])

  const controls = useMemo((): TimerControls => {
    const elapsed = () => serverNow() - (timer.running()?.started_at.getTime() ?? serverNow())
    const startNow = (work: Work, at?: Date) => {
      noteStart(choiceOf(work))
      timer.start(work, at)
    }
    return {
      guess,
      start: (work) => {
        if (elapsed() > LONG_MILLISECONDS) setQuestion({ about: 'long', next: work })
        else startNow(work)
      },
      startGuess: (description = '', at) => {
        if (guess) startNow(workOn(guess, description), at)
        else setQuestion({ about: 'project', description })
      },
      stop: (at) => {
        if (elapsed() < SHORT_MILLISECONDS) setQuestion({ about: 'short' })
        else if (elapsed() > LONG_MILLISECONDS) setQuestion({ about: 'long' })
        else timer.stop(at)
      },
      discard: () => void discard(timer),
      edit: () => setQuestion({ about: 'timer' }),
      chooseProject: () => setQuestion({ about: 'project' }),
    }
  }, [timer, guess, noteStart])

  useEffect(() => registerStart(controls.start), [controls])
  // A press waits until it is known what runs, or what to start.
  const isAwaited = isFetchingTimer || (running === null && guess === undefined)
  const onPress = useEffectEvent((at: Date) =>
    timer.running() ? controls.stop(at) : controls.startGuess('', at),
  )
  useEffect(() => {
    return isAwaited ? undefined : timerPresses.handleWith((at) => onPress(at))
  }, [isAwaited])

  const close = () => setQuestion(null)
  const choose = (project: ProjectChoice) => {
    const { description, stoppedAt } = question?.about === 'project' ? question : {}
    close()
    if (timer.running()) {
      const changed = timer.change({
        project_id: project.id,
        project_name: project.name,
        client_name: project.client_name,
      })
      if (stoppedAt) void changed.then(() => timer.stop(stoppedAt))
    } else if (description === undefined) remember(project)
    else {
      noteStart(project)
      timer.start(workOn(project, description))
    }
  }

  return (
    <TimerContext value={controls}>
      {children}
      <TimerInTab />
      {question?.about === 'project' && (
        <ChooseProjectDialog
          chosen={running ? projectOf(running) : (guess ?? null)}
          missing={question.stoppedAt !== undefined}
          onChoose={choose}
          onClose={close}
        />
      )}
      {question?.about === 'timer' && running && (
        <EditTimerDialog timer={running} save={timer.change} onClose={close} />
      )}
      {question?.about === 'short' && running && (
        <ShortTimerDialog
          onKeep={() => {
            timer.stop()
            close()
          }}
          onDiscard={() => {
            controls.discard()
            close()
          }}
          onClose={close}
        />
      )}
      {question?.about === 'long' && running && (
        <LongTimerDialog
          timer={running}
          onStop={(at) => {
            timer.stop(at)
            if (question.next) timer.start(question.next)
            close()
          }}
          onDiscard={() => {
            controls.discard()
            close()
          }}
          onClose={close}
        />
      )}
    </TimerContext>
  )
}

/** Discards what runs; *Undo* starts it again at the same time. */
async function discard(timer: ReturnType<typeof useTimerActions>): Promise<void> {
  const discarded = timer.running()
  if (!discarded || !(await timer.discard())) return
  const { project_id, started_at } = discarded
  if (project_id === null) return void toast.success('Timer discarded')
  const undo = () =>
    timer.start({ ...discarded, project_id, project_name: discarded.project_name ?? '' }, started_at)
  toast.success('Timer discarded', undefined, { label: 'Undo', isUndo: true, run: undo })
}

const workOn = ({ id, name, client_name }: ProjectChoice, description: string): Work => ({
  project_id: id,
  project_name: name,
  client_name,
  description,
  is_billable: true,
})

const choiceOf = ({ project_id, project_name, client_name }: Work): ProjectChoice => ({
  id: project_id,
  name: project_name,
  client_name,
})

interface OnProject {
  project_id: number | null
  project_name: string | null
  client_name: string | null
}

const projectOf = ({ project_id, project_name, client_name }: OnProject): ProjectChoice | null =>
  project_id === null ? null : { id: project_id, name: project_name ?? '', client_name }
