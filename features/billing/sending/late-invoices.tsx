import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatInstantDate, formatMoney } from '#core/format.ts'
import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import { describeDelay } from '#features/billing/invoices/rules/late.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { Panel } from '#web/ui/card.tsx'
import { linkStyle } from '#web/ui/text-link.tsx'
import { LateStepButton } from './late-step.tsx'
import { describeReminders } from './rules/late-step.ts'

type LateInvoicesProps = {
  invoices: LateInvoice[]
  /** The address of an invoice. */
  pathTo(id: number): string
  /** True if each row names the client. */
  withClient?: boolean
  actions?: ReactNode
}

/** Overdue invoices, each with the next step. Empty if there are none. */
export function LateInvoices({ invoices, pathTo, withClient = true, actions }: LateInvoicesProps) {
  const today = useToday()
  if (invoices.length === 0) return null
  return (
    <Panel title="Needs attention" flush actions={actions}>
      <ul aria-label="Late invoices">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-hairline px-5 py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto_9.5rem]"
          >
            <div className="min-w-0">
              <p className="truncate">
                <Link to={pathTo(invoice.id)} className={linkStyle}>
                  {invoice.invoice_number}
                </Link>
                {withClient && <span className="text-muted"> · {invoice.client_name}</span>}
              </p>
              <p className="text-meta text-muted">
                <span className="text-red-ink">{describeDelay(invoice.due_date, today)}</span>
                {[saidPaid(invoice) ?? describeReminders(invoice), opened(invoice)]
                  .filter(Boolean)
                  .map((text) => (
                    <span key={text}> · {text}</span>
                  ))}
              </p>
            </div>
            <p className="text-right font-semibold tabular-nums">
              {formatMoney(invoice.balance, invoice.currency)}
            </p>
            <LateStepButton
              late={invoice}
              pathTo={(step) => `${pathTo(invoice.id)}${step ? `&step=${step}` : ''}`}
              className="max-sm:col-span-2"
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const saidPaid = ({ said_paid_on }: LateInvoice) =>
  said_paid_on && `Paid on ${formatDate(said_paid_on)}, says the client`

const opened = ({ seen_at }: LateInvoice) => seen_at && `opened on ${formatInstantDate(seen_at)}`
