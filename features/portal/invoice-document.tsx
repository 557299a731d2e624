import { formatDate, formatMoney } from '#core/format.ts'
import { PaymentDetails } from '#features/invoices/payment-details.tsx'
import { documentOf } from '#features/invoices/rules/document.ts'
import { isPartlyPaid, statusLabel } from '#features/invoices/rules.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { logoUrl } from './client.ts'
import type { PortalInvoiceDetail } from './contract.ts'
import { Fact } from './fact.tsx'
import { InvoiceAmounts } from './invoice-amounts.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoicePayments } from './invoice-payments.tsx'

type InvoiceDocumentProps = { token: string; invoice: PortalInvoiceDetail; className?: string }

/** The invoice as a sheet that prints as it looks. */
export function InvoiceDocument({ token, invoice, className }: InvoiceDocumentProps) {
  const { seller, buyer, payment, footer } = documentOf(invoice, {
    locale: invoice.locale,
    timeZone: invoice.time_zone,
  })
  const partlyPaid = isPartlyPaid(invoice)
  return (
    <Card className={cx('min-w-0 p-5 sm:p-8 print:border-0 print:p-0', className)}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <address className="min-w-0 flex-1 basis-36 text-meta wrap-anywhere whitespace-pre-line not-italic">
          {seller.logo_id !== null && (
            <img
              src={logoUrl(token, seller.logo_id)}
              alt=""
              className="mb-3 max-h-16 max-w-48 object-contain"
            />
          )}
          <strong className="block text-lead font-semibold">{seller.name}</strong>
          {seller.lines.join('\n')}
        </address>
        <p className="hidden shrink-0 text-right print:block">
          <span className="block font-serif text-title">Invoice</span>
          <span className="text-lead font-semibold">#{invoice.invoice_number}</span>
        </p>
        <p className="ml-auto shrink-0 text-right print:hidden">
          <span className="block text-micro text-faint">{partlyPaid ? 'Balance due' : 'Total'}</span>
          <span className="text-figure font-semibold tracking-tight">
            {formatMoney(partlyPaid ? invoice.balance : invoice.total, invoice.currency)}
          </span>
        </p>
      </div>

      <Heading>Details</Heading>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:gap-x-8">
        <Fact term="Billed to" className="max-sm:col-span-2">
          <span className="font-medium">{buyer.name}</span>
          <span className="block text-meta whitespace-pre-line">{buyer.lines.join('\n')}</span>
        </Fact>
        <Fact term="Issue date">{formatDate(invoice.issue_date)}</Fact>
        <Fact term="Due date">{invoice.due_date && formatDate(invoice.due_date)}</Fact>
        <Fact term="Status">
          {invoice.paid_on ? `Paid on ${formatDate(invoice.paid_on)}` : statusLabel[invoice.status]}
        </Fact>
      </dl>

      <Heading>Items</Heading>
      <InvoiceLines items={invoice.items} currency={invoice.currency} />
      <InvoiceAmounts invoice={invoice} />

      {invoice.payments.length > 0 && (
        <section className="print:hidden">
          <Heading>Payments</Heading>
          <InvoicePayments token={token} invoice={invoice} />
        </section>
      )}

      {invoice.notes && (
        <>
          <Heading>Notes</Heading>
          <p className="mt-2 max-w-2xl wrap-anywhere whitespace-pre-line text-muted">{invoice.notes}</p>
        </>
      )}

      {payment.lines.length > 0 && (
        <>
          <Heading>Payment details</Heading>
          <PaymentDetails lines={payment.lines} className="mt-3" />
        </>
      )}

      {footer && (
        <p className="mt-8 border-t border-hairline pt-3 text-center text-micro wrap-anywhere whitespace-pre-line text-muted">
          {footer}
        </p>
      )}
    </Card>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <h2 className="mt-8 border-b border-hairline pb-2 font-semibold print:break-after-avoid">{children}</h2>
  )
}
