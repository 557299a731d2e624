import { ChevronDown, CloudOff, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useSingleKeys } from '#web/keyboard/single-keys.ts'
import { cx } from '#web/ui/cx.ts'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useTimer, useTimerActions } from './client.ts'
import type { ShownTimer } from './rules/presses.ts'
import { TimerClock } from './timer-clock.tsx'
import { useTimerControls } from './timer-provider.tsx'

const QUESTION = 'What are you working on?'

/** At the foot of the sidebar. */
export function TimerPanel() {
  const { timer, unsent } = useTimer()
  return (
    <section
      aria-label="Timer"
      data-tour="timer"
      className="min-h-16 rounded border border-hairline bg-surface p-2"
    >
      {timer === null && <StartForm />}
      {timer && <RunningPanel timer={timer} />}
      {unsent && <Unsent className="mt-1.5 px-1" />}
    </section>
  )
}

function StartForm() {
  const { guess, startGuess, chooseProject } = useTimerControls()
  const [description, setDescription] = useState('')
  const start = (event: FormEvent) => {
    event.preventDefault()
    startGuess(description.trim())
    setDescription('')
  }
  return (
    <form onSubmit={start} className="flex items-center gap-1.5">
      <StartButton project={guess?.name} type="submit" />
      <div className="min-w-0 flex-1">
        <input
          value={description}
          onChange={({ target }) => setDescription(target.value)}
          aria-label={QUESTION}
          placeholder={QUESTION}
          maxLength={10_000}
          autoComplete="off"
          className={LINE}
        />
        <ProjectButton name={nameOf(guess)} onPress={chooseProject} />
      </div>
    </form>
  )
}

function RunningPanel({ timer }: { timer: ShownTimer }) {
  const { stop, discard, edit, chooseProject } = useTimerControls()
  return (
    <>
      <div className="flex items-center gap-1">
        <TimerClock
          startedAt={timer.started_at}
          className="flex-1 px-1 text-heading font-semibold tabular-nums"
        />
        <ActionsMenu label="Actions for the timer">
          <MenuItem icon={<Pencil />} onSelect={edit}>
            Edit timer
          </MenuItem>
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={discard}>
            Discard
          </MenuItem>
        </ActionsMenu>
        <StopButton onPress={() => stop()} />
      </div>
      <DescriptionInput key={timer.description} description={timer.description} />
      <ProjectButton name={timer.project_name ?? CHOOSE} onPress={chooseProject} />
    </>
  )
}

/** Looks like text until it is edited; saved by Enter or by leaving it. */
function DescriptionInput({ description }: { description: string }) {
  const { change } = useTimerActions()
  const [text, setText] = useState(description)
  const save = () => {
    if (text.trim() !== description) void change({ description: text.trim() })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') setText(description)
  }
  return (
    <input
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
      aria-label="Description"
      placeholder={QUESTION}
      maxLength={10_000}
      autoComplete="off"
      className={LINE}
    />
  )
}

const LINE =
  'block h-7 w-full truncate rounded-sm bg-transparent px-1 text-meta text-ink placeholder:text-micro placeholder:tracking-tight placeholder:text-faint hover:bg-sunken'

function ProjectButton({ name, onPress }: { name: string; onPress(): void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex h-6 w-full items-center gap-1 rounded-sm px-1 text-micro text-muted transition-colors hover:bg-sunken hover:text-ink"
    >
      <span className="sr-only">Project: </span>
      <span className="min-w-0 flex-1 truncate text-left">{name}</span>
      {name !== UNKNOWN && <ChevronDown aria-hidden="true" className="size-3 shrink-0 text-faint" />}
    </button>
  )
}

const CHOOSE = 'Choose a project'
/** Keeps the line as high as a name. */
const UNKNOWN = '\u00a0'

const nameOf = (guess: { name: string } | null | undefined): string =>
  guess === undefined ? UNKNOWN : (guess?.name ?? CHOOSE)

interface StartButtonProps {
  project: string | undefined
  type?: 'submit'
  onPress?(): void
  className?: string
}

function StartButton({ project, type, onPress, className }: StartButtonProps) {
  const [hasKey] = useSingleKeys()
  return (
    <Tooltip text={hasKey ? 'Start the timer (T)' : 'Start the timer'}>
      <button
        type={type ?? 'button'}
        onClick={onPress}
        aria-label={project ? `Start the timer on ${project}` : 'Start the timer'}
        aria-keyshortcuts={ariaKeys('timer', hasKey)}
        className={cx(ROUND, 'bg-accent text-on-accent hover:bg-accent-strong', className)}
      >
        <Play aria-hidden="true" className="icon translate-x-px fill-current" />
      </button>
    </Tooltip>
  )
}

/** In ink, not in the accent colour: stopping is not what the screen invites to. */
function StopButton({ onPress, className }: { onPress(): void; className?: string }) {
  const [hasKey] = useSingleKeys()
  return (
    <Tooltip text={hasKey ? 'Stop the timer (T)' : 'Stop the timer'}>
      <button
        type="button"
        onClick={onPress}
        aria-label="Stop the timer"
        aria-keyshortcuts={ariaKeys('timer', hasKey)}
        className={cx(SQUARE, 'bg-ink text-paper hover:opacity-85', className)}
      >
        <Square aria-hidden="true" className="icon-sm fill-current" />
      </button>
    </Tooltip>
  )
}

const BUTTON = 'flex size-9 shrink-0 items-center justify-center transition-[color,background-color,opacity]'
const ROUND = `${BUTTON} rounded-full forced-colors:border`
const SQUARE = `${BUTTON} rounded forced-colors:border`

function Unsent({ className }: { className?: string }) {
  return (
    <p role="status" className={cx('flex items-center gap-1.5 text-micro text-yellow-ink', className)}>
      <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
      Not sent yet
    </p>
  )
}

/** Above the tabs of small screens. */
export function TimerStrip() {
  const { timer, unsent } = useTimer()
  return (
    <section aria-label="Timer" data-tour="timer" className="border-t border-hairline -outline-offset-2">
      <div className="flex h-14 items-center gap-2 pr-2 pl-1.5">
        {timer === null && <IdleStrip unsent={unsent} />}
        {timer && <RunningStrip timer={timer} unsent={unsent} />}
      </div>
    </section>
  )
}

function IdleStrip({ unsent }: { unsent: boolean }) {
  const { guess, startGuess, chooseProject } = useTimerControls()
  return (
    <>
      <button type="button" onClick={chooseProject} className={STRIP_TEXT}>
        <span className="flex items-center gap-1 font-medium">
          <span className="sr-only">Project: </span>
          <span className="min-w-0 flex-1 truncate">{nameOf(guess)}</span>
          {guess !== undefined && <ChevronDown aria-hidden="true" className="icon-sm shrink-0 text-faint" />}
        </span>
        {unsent ? (
          <Unsent />
        ) : (
          <span className="block truncate text-micro text-faint">
            {guess?.client_name ?? 'No timer running'}
          </span>
        )}
      </button>
      <StartButton project={guess?.name} onPress={() => startGuess()} className="size-11" />
    </>
  )
}

function RunningStrip({ timer, unsent }: { timer: ShownTimer; unsent: boolean }) {
  const { stop, edit } = useTimerControls()
  const work = [timer.description, timer.project_name].filter(Boolean).join(' · ')
  return (
    <>
      <button type="button" onClick={edit} className={STRIP_TEXT}>
        <span className="sr-only">Edit timer, </span>
        <TimerClock startedAt={timer.started_at} className="block font-semibold tabular-nums" />
        {unsent ? <Unsent /> : <span className="block truncate text-micro text-muted">{work}</span>}
      </button>
      <StopButton onPress={() => stop()} className="size-11" />
    </>
  )
}

const STRIP_TEXT = 'flex h-11 min-w-0 flex-1 flex-col justify-center rounded px-2 text-left'
