import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DateOnly } from '#core/calendar.ts'
import { formatDate, formatMoney } from '#core/format.ts'
import { isCreditable } from '#features/billing/credit-notes/rules.ts'
import { useSetPaymentDay } from '#features/billing/invoices/client.ts'
import type { Invoice, InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import { PaidDialog } from '#features/billing/invoices/paid-dialog.tsx'
import { describePeriod } from '#features/billing/invoices/rules/period.ts'
import { isFixed, sealedMessage } from '#features/billing/invoices/rules/sealing.ts'
import {
  isCreditedInFull,
  isLocked,
  isPartlyPaid,
  lockedMessage,
} from '#features/billing/invoices/rules/status.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RecurringOrigin } from '#web/ui/recurring-origin.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Crediting } from './crediting-dialogs.tsx'
import { StatusMenu } from './status-menu.tsx'

type InvoiceFactsProps = {
  invoice: Invoice | InvoiceSummary
  saveTyped(): Promise<boolean>
  onCredit(step: Crediting): void
}

/** The status can be changed once the whole invoice is loaded. */
export function InvoiceFacts({ invoice, saveTyped, onCredit }: InvoiceFactsProps) {
  const period = describePeriod(invoice)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3 lg:flex lg:*:first:flex-1 lg:*:last:w-44">
        <Fact label="Client" className="max-lg:col-span-full">
          <TextLink to={`/clients/${invoice.client_id}`} className="touch-target w-fit wrap-anywhere">
            {invoice.client_name}
          </TextLink>
          {invoice.project_name && <span className="text-meta text-muted">{invoice.project_name}</span>}
        </Fact>
        <Fact label="Issue date">{formatDate(invoice.issue_date)}</Fact>
        <Fact label="Due date">{invoice.due_date ? formatDate(invoice.due_date) : 'No due date'}</Fact>
        {period && (
          <Fact label="Service period" className="max-md:col-span-2">
            {period}
          </Fact>
        )}
        <div className="flex flex-col gap-1 max-md:col-span-2">
          <span aria-hidden className="text-micro text-faint">
            Status
          </span>
          <StatusMenu
            invoice={invoice}
            disabled={!('items' in invoice)}
            saveTyped={saveTyped}
            onCredit={onCredit}
          />
        </div>
      </div>
      {isPartlyPaid(invoice) && (
        <ProgressBar
          label="Partially paid"
          value={invoice.amount_paid}
          max={invoice.total}
          valueText={`${formatMoney(invoice.amount_paid, invoice.currency)} of ${formatMoney(invoice.total, invoice.currency)}`}
          tone="green"
        />
      )}
      {(isLocked(invoice.status) || isFixed(invoice)) && <LockedNote invoice={invoice} onCredit={onCredit} />}
      {'recurring_invoice_id' in invoice && invoice.recurring_invoice_id !== null && (
        <RecurringOrigin>
          Made by a{' '}
          <TextLink to={`/recurring-invoices?edit=${invoice.recurring_invoice_id}`}>
            recurring invoice
          </TextLink>
        </RecurringOrigin>
      )}
    </div>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

function Fact({ label, className, children }: FactProps) {
  return (
    <dl className={cx('flex min-w-0 flex-col gap-1', className)}>
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="flex flex-col wrap-anywhere lg:pt-2">{children}</dd>
    </dl>
  )
}

type LockedNoteProps = { invoice: InvoiceSummary; onCredit(step: Crediting): void }

function LockedNote({ invoice, onCredit }: LockedNoteProps) {
  const { title, advice } = isFixed(invoice) ? fixedMessage(invoice) : lockedMessage(invoice.status)
  return (
    <div className="flex flex-wrap items-start justify-end gap-x-2.5 rounded bg-sunken px-3.5 py-2.5 text-meta text-muted">
      <Lock aria-hidden className="icon-sm mt-[3px]" />
      <p className="min-w-0 flex-1 basis-56">
        {invoice.paid_on && <span className="text-ink">Paid on {formatDate(invoice.paid_on)}. </span>}
        {title}. {advice}
      </p>
      {invoice.paid_on && <ChangePaidOn invoice={invoice} paidOn={invoice.paid_on} />}
      {isFixed(invoice) && isCreditable(invoice) && (
        <span className="-my-1 -mr-2 flex">
          <Button size="sm" variant="ghost" onClick={() => onCredit({ kind: 'correct' })}>
            Correct
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onCredit({ kind: 'credit' })}>
            Credit
          </Button>
        </span>
      )}
    </div>
  )
}

/** Explains once what final means, where it can be acted on. */
const fixedMessage = (invoice: InvoiceSummary) => {
  const { title } = sealedMessage(invoice, 'correct')
  const advice = isCreditedInFull(invoice)
    ? 'It is credited in full. Duplicate it to create a new invoice.'
    : 'To change it, correct or credit it: a credit note takes back what was wrong.'
  return { title, advice }
}

function ChangePaidOn({ invoice, paidOn }: { invoice: InvoiceSummary; paidOn: DateOnly }) {
  const [choosing, setChoosing] = useState(false)
  const setDay = useSetPaymentDay(invoice.id)
  return (
    <>
      <Button size="sm" variant="ghost" className="-my-1 -mr-2" onClick={() => setChoosing(true)}>
        Change date
      </Button>
      {choosing && (
        <PaidDialog
          title={`Payment date for ${invoice.invoice_number}`}
          action="Save"
          paidOn={paidOn}
          save={setDay.mutateAsync}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
