import {
  BanknoteArrowDown,
  Clock,
  FileMinus,
  FilePlus2,
  FileText,
  FolderKanban,
  HandCoins,
  type LucideIcon,
  Play,
  ReceiptText,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DateOnly } from '#core/calendar.ts'
import { formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import { statusLabel } from '#features/billing/invoices/rules/status.ts'
import { statusTitle } from '#features/engagement/projects/rules.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { Keys } from '#web/keyboard/keys.tsx'
import type { Command } from './commands.tsx'
import type { SearchResult } from './contract.ts'
import { describeTask, type Task } from './rules/tasks.ts'

interface RowProps {
  icon: LucideIcon
  title: ReactNode
  detail?: string | null | undefined
  /** On the right. */
  figure?: ReactNode
  /** Below the figure, where a long detail does not cut it. */
  status?: string | false
}

function Row({ icon: Icon, title, detail, figure, status }: RowProps) {
  return (
    <>
      <Icon aria-hidden="true" className="icon shrink-0 text-faint" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{title}</span>
        {detail && <span className="truncate text-meta text-muted">{detail}</span>}
      </span>
      {(figure || status) && (
        <span className="flex shrink-0 flex-col items-end text-meta text-muted tabular-nums">
          <span>{figure}</span>
          <span>{status}</span>
        </span>
      )}
    </>
  )
}

export function CommandRow({ command }: { command: Command }) {
  const { icon, label, shortcut } = command
  return <Row icon={icon} title={label} figure={shortcut && <Keys of={shortcut} />} />
}

const TASK_ICONS: Record<Task['does'], LucideIcon> = {
  log: Clock,
  start: Play,
  invoice: FilePlus2,
  bill: HandCoins,
  pay: BanknoteArrowDown,
}

export function TaskRow({ task, today }: { task: Task; today: DateOnly }) {
  return <Row icon={TASK_ICONS[task.does]} title={describeTask(task, today)} {...aboutTask(task)} />
}

function aboutTask(task: Task): Pick<RowProps, 'detail' | 'figure'> {
  if ('project' in task) return { detail: joined(task.project.client_name, task.intent.description) }
  if ('client' in task) return { detail: task.client.company }
  const { client_name, balance, currency } = task.invoice
  return { detail: client_name, figure: formatMoney(balance, currency) }
}

export function ResultRow({ result }: { result: SearchResult }) {
  return <Row {...contentOf(result)} />
}

function contentOf(result: SearchResult): RowProps {
  switch (result.kind) {
    case 'client':
      return {
        icon: Users,
        title: result.name,
        detail: result.company,
        status: result.archived && 'Archived',
      }
    case 'project':
      return {
        icon: FolderKanban,
        title: result.name,
        detail: result.client_name,
        status: result.status !== 'active' && statusTitle(result.status),
      }
    case 'invoice': {
      const { status, balance, total, currency } = result
      const isOpen = status === 'sent' || status === 'overdue'
      return {
        icon: FileText,
        title: invoiceTitle(result),
        detail: joined(result.client_name, formatDate(result.issue_date)),
        figure: formatMoney(isOpen ? balance : total, currency),
        status: statusLabel[status],
      }
    }
    case 'credit_note':
      return {
        icon: FileMinus,
        title: result.credit_note_number,
        detail: joined(result.client_name, result.invoice_number, formatDate(result.issue_date)),
        figure: formatMoney(-result.total, result.currency),
      }
    case 'time_entry':
      return {
        icon: Clock,
        title: result.description || result.project_name,
        detail: joined(formatDate(result.date), result.project_name, result.client_name),
        figure: `${formatDecimalHours(result.hours)} h`,
      }
    case 'expense':
      return {
        icon: ReceiptText,
        title: result.description,
        detail: joined(result.client_name ?? result.category, formatDate(result.date)),
        figure: formatMoney(result.amount, result.currency),
      }
  }
}

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(', ')
