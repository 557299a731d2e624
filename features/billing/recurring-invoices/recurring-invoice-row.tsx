import { Pencil, TriangleAlert } from 'lucide-react'
import { formatDecimalHours, formatMoney } from '#core/format.ts'
import { frequencyLabel } from '#core/recurrence.ts'
import type { Seconds } from '#core/units.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { fillsRow } from '#web/ui/fills-row.ts'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { NextDate } from '#web/ui/next-date.tsx'
import { PauseMenuItem } from '#web/ui/pause-menu-item.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { recurringInvoices } from './client.ts'
import type { RecurringInvoice, RetainerUse } from './contract.ts'
import { describeProblem, describeUse, kindLabel, laterDates } from './rules.ts'

interface RecurringInvoiceRowProps {
  recurring: RecurringInvoice
  onEdit(): void
}

export function RecurringInvoiceRow({ recurring, onEdit }: RecurringInvoiceRowProps) {
  const pause = recurringInvoices.usePause()
  const resume = recurringInvoices.useResume()
  const deletion = recurringInvoices.useRemove()
  const { client_name, project_name, kind, frequency, auto_send, amount, currency } = recurring
  const { use, included_hours, problem, last_invoice } = recurring

  const price =
    kind === 'work' && amount === 0 ? (
      <span className="font-normal text-muted">Varies</span>
    ) : (
      formatMoney(amount, currency)
    )

  return (
    <div className="relative flex items-start gap-1 py-3 pr-2 pl-4 transition-colors hover:bg-paper md:gap-4 md:pl-5 lg:gap-6">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 font-medium">
          <button
            type="button"
            onClick={onEdit}
            className={cx('min-w-0 rounded-xs text-left wrap-anywhere', fillsRow)}
          >
            {client_name}
          </button>
          <span className="md:hidden">{price}</span>
        </p>
        <p className="text-meta text-muted">
          {frequencyLabel[frequency]} · {kindLabel[kind]}
          {project_name !== null && ` · ${project_name}`} · {auto_send ? 'Sent automatically' : 'As a draft'}
        </p>
        {use && included_hours !== null && <Use use={use} included={included_hours} />}
        {problem && (
          <p className="mt-1 flex gap-1.5 text-meta text-yellow-ink">
            <TriangleAlert aria-hidden className="icon-sm mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{describeProblem(problem)}</span>
          </p>
        )}
        {last_invoice && (
          <p className="text-meta text-muted">
            Last made:{' '}
            <TextLink to={`/invoices?view=${last_invoice.id}`} className="relative z-1">
              {last_invoice.invoice_number}
            </TextLink>
          </p>
        )}
        <Next recurring={recurring} className="mt-1 md:hidden" />
      </div>
      <Next recurring={recurring} className="shrink-0 text-right max-md:hidden" />
      <span className="w-24 shrink-0 text-right font-medium max-md:hidden lg:w-32">{price}</span>
      <span className="relative z-1">
        <ActionsMenu label={`Actions for ${client_name}`}>
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            Edit
          </MenuItem>
          <PauseMenuItem
            isPaused={recurring.is_paused}
            onPause={() => pause.mutate(recurring)}
            onResume={() => resume.mutate(recurring)}
          />
          <DeleteMenuItem
            title={`Delete the recurring invoice for ${client_name}?`}
            consequences="No more invoices are made. Those that were made stay."
            onDelete={() => deletion.mutate(recurring)}
          />
        </ActionsMenu>
      </span>
    </div>
  )
}

/** The dates of the next invoices, or why there is none. */
function Next({ recurring, className }: { recurring: RecurringInvoice; className: string }) {
  const today = useToday()
  const others = laterDates(recurring)
  if (recurring.problem?.kind === 'limit_reached') {
    return (
      <div className={className}>
        <Badge tone="red">Not made: limit reached</Badge>
      </div>
    )
  }
  return (
    <div className={className}>
      <NextDate {...recurring} today={today} waiting="Is being made" />
      {others && <span className="block text-meta text-faint">{others}</span>}
    </div>
  )
}

function Use({ use, included }: { use: RetainerUse; included: Seconds }) {
  const { used_hours, extra_hours } = use
  return (
    <ProgressBar
      className="mt-1.5 max-w-80"
      label={describeUse(use, useToday())}
      value={used_hours}
      max={included}
      valueText={`${formatDecimalHours(used_hours)} of ${formatDecimalHours(included)} h`}
      tone={extra_hours > 0 ? 'yellow' : 'green'}
    />
  )
}
