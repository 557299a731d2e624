import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, CopyPlus, Plus } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatHoursInColumn } from '#core/format.ts'
import type { Seconds } from '#core/units.ts'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useToday } from '#features/foundation/account/client.ts'
import { TimeEntry, type TimeWeek, type WeekProject } from '#features/work/time-entries/contract.ts'
import { errorMessage } from '#web/data/change.ts'
import { failureOf } from '#web/data/list.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { searchWith } from '#web/navigation/page-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { timeWeekQuery, useAddedRows, useSaveCell, weekIn } from './client.ts'
import type { RefusedHours } from './hours-cell.tsx'
import { cellKey, gridOf, type WeekCell, withRows } from './rules/week.ts'
import { isInWeek } from './rules/week-changes.ts'
import { WeekLoading } from './week-loading.tsx'
import { WeekTable } from './week-table.tsx'
import { DayStrip, WeekToolbar } from './week-toolbar.tsx'

const EditTimeEntryDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'EditTimeEntryDialog',
)
const CellDialog = lazyDialog(() => import('./cell-dialog.tsx'), 'CellDialog')

/** A week as a table: projects down, days across. A phone shows one day of it. */
export function WeekView() {
  const [search] = useSearchParams()
  const query = timeWeekQuery(weekIn(search))
  const loading = useQuery(query)
  const { data: week } = loading
  const failure = failureOf(loading)
  const state = useWeekState()
  usePrefetchedNeighbors(week)

  if (failure) return <LoadFailed what="Your week" {...failure} />
  if (!week) return <WeekLoading />
  return <LoadedWeek week={week} query={query} state={state} />
}

/** So that turning to them does not wait. */
function usePrefetchedNeighbors(week: TimeWeek | undefined): void {
  const queryClient = useQueryClient()
  const from = week?.from
  useEffect(() => {
    if (!from) return
    for (const days of [-7, 7]) void queryClient.prefetchQuery(timeWeekQuery(addDays(from, days)))
  }, [queryClient, from])
}

/** Typed hours of a cell that are not saved yet. */
interface Draft {
  text: string
  hours: Seconds | null
  /** The reason for the refusal. */
  problem?: string
}

/** State that outlasts turning to another week. */
function useWeekState() {
  const today = useToday()
  // Rows that were emptied stay as long as the view is open; rows that were added also survive a reload.
  const [rowsByWeek, setRowsByWeek] = useState<Record<DateOnly, readonly WeekProject[]>>({})
  const added = useAddedRows()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [chosenDay, setChosenDay] = useState(today)
  const focusNext = useRef<{ projectId: number; date: DateOnly }>(undefined)
  /** With `expected`, only if nothing else was typed in the meantime. */
  const setDraft = (key: string, draft: Draft | undefined, expected?: Draft) =>
    setDrafts((before) => {
      if (expected && before.get(key) !== expected) return before
      const after = new Map(before)
      if (draft) after.set(key, draft)
      else after.delete(key)
      return after
    })
  return { rowsByWeek, setRowsByWeek, added, drafts, setDraft, chosenDay, setChosenDay, focusNext }
}

interface LoadedWeekProps {
  week: TimeWeek
  query: ReturnType<typeof timeWeekQuery>
  state: ReturnType<typeof useWeekState>
}

function LoadedWeek({ week, query, state }: LoadedWeekProps) {
  const { rowsByWeek, setRowsByWeek, added, drafts, setDraft, chosenDay, setChosenDay, focusNext } = state
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const today = useToday()
  const section = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const saveCell = useSaveCell()
  const [opened, setOpened] = useState<{ project: WeekProject; key: string }>()
  const [adding, setAdding] = useState(false)
  const { dialog, openEdit, close } = useDialogLink()

  const known = withRows(rowsByWeek[week.from] ?? [], week.projects)
  const projects = [
    ...known,
    ...added.rowsOf(week.from).filter(({ id }) => !known.some((project) => project.id === id)),
  ]
  const keepRows = () => setRowsByWeek((before) => ({ ...before, [week.from]: projects }))
  /** The cell that is turned to is there even if that week has no time on its project. */
  const keepRow = (project: WeekProject, from: DateOnly) =>
    setRowsByWeek((before) => ({ ...before, [from]: withRows(before[from] ?? [], [project]) }))
  const grid = gridOf(week, projects, unsavedIn(drafts))
  const day = isInWeek(chosenDay, week) ? chosenDay : isInWeek(today, week) ? today : week.from
  const copied = week.last_week.filter(({ id }) => !projects.some((project) => project.id === id))
  const openedCell = grid.rows.flatMap(({ cells }) => cells).find(({ key }) => key === opened?.key)

  useEffect(() => {
    const next = focusNext.current
    if (!next || !isInWeek(next.date, week)) return
    const key = cellKey(next.projectId, next.date)
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`)
    ;(cell ?? table.current?.querySelector<HTMLElement>('[data-cell]') ?? section.current)?.focus()
    focusNext.current = undefined
  })

  const searchFor = (date: DateOnly) =>
    searchWith(search, {
      view: 'week',
      week: isInWeek(today, { from: date, to: addDays(date, 6) }) ? undefined : date,
    })
  const turn = (weeks: number) =>
    void navigate({ search: searchFor(addDays(week.from, weeks * 7)) }, { preventScrollReset: true })
  const chooseDay = (date: DateOnly) => {
    setChosenDay(date)
    if (!isInWeek(date, week)) turn(date < week.from ? -1 : 1)
  }
  const swipe = useSwipe((days) => chooseDay(addDays(day, days)))
  const addRows = (others: readonly WeekProject[]) => {
    added.add(week.from, others)
    setAdding(false)
    const [first] = others
    if (first) focusNext.current = { projectId: first.id, date: day }
  }
  const removeRow = (project: WeekProject) => {
    added.remove(week.from, project.id)
    setRowsByWeek((before) => ({ ...before, [week.from]: known.filter(({ id }) => id !== project.id) }))
    focusNext.current = { projectId: project.id, date: day }
  }
  const save = async (project: WeekProject, { key, date }: WeekCell, hours: Seconds | null, text: string) => {
    const draft: Draft = { text, hours }
    keepRows()
    setDraft(key, draft)
    try {
      await saveCell.mutateAsync({ query, project_id: project.id, date, hours })
      setDraft(key, undefined, draft)
    } catch (error) {
      setDraft(key, { ...draft, problem: problemOf(error) }, draft)
    }
  }

  const actions = (
    <>
      <Button onClick={() => setAdding(true)}>
        <Plus aria-hidden /> Add project
      </Button>
      {copied.length > 0 && (
        <Button variant="ghost" onClick={() => addRows(copied)}>
          <CopyPlus aria-hidden /> Copy last week’s rows
        </Button>
      )}
    </>
  )
  return (
    <section ref={section} tabIndex={-1} aria-label="Week" className="touch-pan-y" {...swipe}>
      <WeekToolbar week={week} today={today} hours={grid.hours} searchFor={searchFor} />
      <DayStrip grid={grid} today={today} chosen={day} onChoose={setChosenDay} />
      {projects.length === 0 ? (
        <EmptyState
          icon={<CalendarDays />}
          title="No time in this week yet"
          text="Add a project, and type your hours into its days."
          action={!adding && actions}
        />
      ) : (
        <WeekTable
          ref={table}
          grid={grid}
          today={today}
          day={day}
          refused={refusedIn(drafts)}
          onSave={save}
          onDiscardRefused={({ key }) => setDraft(key, undefined)}
          onOpen={(project, { key }) => setOpened({ project, key })}
          onRemove={removeRow}
          onTurn={(weeks, project, { date }) => {
            focusNext.current = { projectId: project.id, date: addDays(date, weeks * 7) }
            if (project.status !== 'cancelled') keepRow(project, addDays(week.from, weeks * 7))
            turn(weeks)
          }}
        />
      )}
      {adding ? (
        <div className="mt-4 flex max-w-lg items-end gap-2">
          <Field label="Project to add" className="flex-1">
            <ProjectPicker
              onPage
              ref={focusWhenShown}
              value={null}
              onValueChange={(_, project) => {
                if (project) addRows([project])
              }}
            />
          </Field>
          <Button onClick={() => setAdding(false)}>Cancel</Button>
        </div>
      ) : (
        projects.length > 0 && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>
      )}
      {opened && openedCell && (
        <CellDialog
          project={opened.project}
          cell={openedCell}
          onEdit={openEdit}
          onClose={() => setOpened(undefined)}
        />
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={week.entries} onClose={close} />
      )}
    </section>
  )
}

const focusWhenShown = (input: HTMLInputElement | null) => input?.focus()

const unsavedIn = (drafts: ReadonlyMap<string, Draft>): Map<string, Seconds> =>
  new Map(
    [...drafts].flatMap(([key, { hours, problem }]) => (problem === undefined ? [[key, hours ?? 0]] : [])),
  )

const refusedIn = (drafts: ReadonlyMap<string, Draft>): Map<string, RefusedHours> =>
  new Map(
    [...drafts].flatMap(([key, { text, problem }]) =>
      problem === undefined ? [] : [[key, { text, problem }]],
    ),
  )

function problemOf(error: unknown): string {
  const current = savedIn(error, TimeEntry)
  if (current)
    return `Changed elsewhere to ${formatHoursInColumn(current.hours)} h. Press Enter to save yours, Escape to keep that.`
  return `Not saved. ${errorMessage(error as Error)}.`
}

const SWIPE = 48

/** To the left for the next day, to the right for the previous one, where only one day is shown. */
function useSwipe(onSwipe: (days: 1 | -1) => void) {
  const start = useRef<{ clientX: number; clientY: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = touches[0]
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, to] = [start.current, changedTouches[0]]
      if (!from || !to || !matchMedia('(width < 48rem)').matches) return
      const [right, down] = [to.clientX - from.clientX, to.clientY - from.clientY]
      if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down)) onSwipe(right < 0 ? 1 : -1)
    },
  }
}
