import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useToday } from '#features/foundation/account/client.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { timeSummaryQuery, useLogTime } from '#features/work/time-entries/client.ts'
import { useConfirmLongDay } from '#features/work/time-entries/confirm-long-day.tsx'
import { startOrWait } from '#features/work/timer/start-buttons.tsx'
import { CommandDialog, type CommandGroup } from '#web/ui/command-dialog.tsx'
import { recentQuery, rememberOpened, useSearch } from './client.ts'
import { type Command, useCommands } from './commands.tsx'
import type { ResultKind, SearchResult } from './contract.ts'
import { CommandRow, ResultRow, TaskRow } from './palette-row.tsx'
import { type Intent, readIntent } from './rules/intent.ts'
import { matchActions } from './rules/matching.ts'
import { addressOf, describeTask, NOT_FOUND, type Task, tasksFor } from './rules/tasks.ts'

type Item = { command: Command } | { task: Task } | { result: SearchResult }

type PaletteProps = {
  open: boolean
  onOpenChange(open: boolean): void
  onShowShortcuts(): void
  /** Returns what was typed until the palette had the focus. */
  takeTyped(): string
}

/** One box for everything: finds records, and runs actions that are said in words. */
export function Palette({ open, onOpenChange, onShowShortcuts, takeTyped }: PaletteProps) {
  const [text, setText] = useState('')
  const today = useToday()
  const intent = readIntent(text, today)
  const { results, pending, failed } = useSearch(open ? (intent?.name ?? text) : '')
  const needsLastProject = open && intent?.name === ''
  const { data: summary } = useQuery({ ...timeSummaryQuery, enabled: needsLastProject })
  const { data: recent = [] } = useQuery(recentQuery)
  const commands = useCommands(onShowShortcuts)
  const run = useRun()

  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setText('')
  }
  // Not before: a key would go to the page, where a single one can be a shortcut.
  const onFocus = () => {
    const typed = takeTyped()
    if (typed) setText(typed)
  }

  // A task acts on the text that was typed last.
  const tasks = intent && !pending ? tasksFor(intent, results, summary?.last_project) : []
  const groups = groupsOf(
    text,
    tasks,
    intent ? [] : matchActions(text, commands),
    text.trim() === '' ? recent : results,
  )
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  return (
    <CommandDialog<Item>
      open={open}
      onOpenChange={onOpenChange}
      label="Search everything"
      placeholder="Search, or say what to do"
      value={text}
      onValueChange={setText}
      onFocus={onFocus}
      maxLength={MAX_LENGTH}
      groups={groups}
      itemKey={(item) => keyOf(item, today)}
      renderItem={(item) => <ItemRow item={item} today={today} />}
      onRun={run}
      pending={pending || (needsLastProject && summary === undefined)}
      message={messageOf({ text, intent, pending, failed, count, hasTask: tasks.length > 0 })}
      footer="Try “log 2h website yesterday”, “start timer website”, “bill” and a client, or an amount."
    />
  )
}

const MAX_LENGTH = 200

const KIND_NAMES: Record<ResultKind, string> = {
  client: 'Clients',
  project: 'Projects',
  invoice: 'Invoices',
  credit_note: 'Credit notes',
  time_entry: 'Time',
  expense: 'Expenses',
}

/** Tasks first, then actions, then records: what appears later does not move what was shown before. */
function groupsOf(
  text: string,
  tasks: readonly Task[],
  commands: readonly Command[],
  results: readonly SearchResult[],
): CommandGroup<Item>[] {
  const isEmpty = text.trim() === ''
  const found = (name: string, records: readonly SearchResult[]) => ({
    name,
    items: records.map((result) => ({ result })),
  })
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  const records = isEmpty
    ? [found('Recent', results)]
    : kinds.map((kind) =>
        found(
          KIND_NAMES[kind],
          results.filter((result) => result.kind === kind),
        ),
      )
  const actions = { name: 'Actions', items: commands.map((command) => ({ command })) }
  const groups: CommandGroup<Item>[] = [{ name: 'Do', items: tasks.map((task) => ({ task })) }]
  groups.push(...(isEmpty ? [...records, actions] : [actions, ...records]))
  return groups.filter(({ items }) => items.length > 0)
}

const keyOf = (item: Item, today: string): string => {
  if ('command' in item) return item.command.label
  if ('result' in item) return `${item.result.kind} ${item.result.id}`
  return `${describeTask(item.task, today)} ${'project' in item.task ? item.task.project.id : ''}`
}

function ItemRow({ item, today }: { item: Item; today: string }) {
  if ('command' in item) return <CommandRow command={item.command} />
  return 'task' in item ? <TaskRow task={item.task} today={today} /> : <ResultRow result={item.result} />
}

interface State {
  text: string
  intent: Intent | null
  pending: boolean
  failed: boolean
  count: number
  hasTask: boolean
}

function messageOf({ text, intent, pending, failed, count, hasTask }: State): string | null {
  if (failed) return 'The search failed. Please try again.'
  if (pending) return count === 0 ? 'Searching…' : null
  if (intent && !hasTask && intent.name !== '') return `${NOT_FOUND[intent.does]} “${intent.name}”`
  return count === 0 ? `Nothing found for “${text.trim()}”` : null
}

/** Does what was chosen. */
function useRun() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const log = useLogTime()
  const mayBeLong = useConfirmLongDay()

  const logTime = async ({ intent, project }: Extract<Task, { does: 'log' }>) => {
    const { hours, date, description } = intent
    const form = { project_id: project.id, hours, date, description, is_billable: true }
    if (await mayBeLong(form)) log.mutate({ form })
  }
  const runTask = (task: Task): void => {
    if (task.does === 'log') void logTime(task)
    else if (task.does === 'start') startOrWait(workOf(task))
    else void navigate(addressOfTask(task))
  }
  return (item: Item): void => {
    if ('command' in item) item.command.run()
    else if ('task' in item) runTask(item.task)
    else {
      rememberOpened(queryClient, item.result)
      void navigate(addressOf(item.result))
    }
  }
}

const workOf = ({ intent, project }: Extract<Task, { does: 'start' }>) => ({
  project_id: project.id,
  project_name: project.name,
  client_name: project.client_name,
  description: intent.description,
  is_billable: true,
})

function addressOfTask(task: Extract<Task, { does: 'invoice' | 'bill' | 'pay' }>): string {
  if (task.does === 'pay') return `${addressOf(task.invoice)}&step=pay`
  return task.does === 'bill'
    ? billPath({ client: task.client.id })
    : `/invoices?new&client=${task.client.id}`
}
