import { MessageSquareText } from 'lucide-react'
import { formatMoney } from '#core/format.ts'
import { DocumentTotals } from '#features/billing/documents/document-totals.tsx'
import { PaymentDetails } from '#features/billing/documents/payment-details.tsx'
import { documentOf } from '#features/billing/documents/rules/document.ts'
import { isPayable, statusLabel } from '#features/billing/invoices/rules/status.ts'
import { unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { logoUrl } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { CreditNotes } from './credit-notes.tsx'
import { Fact } from './fact.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoicePayments } from './invoice-payments.tsx'

type InvoiceDocumentProps = {
  token: string
  invoice: PortalInvoiceDetail
}

/** The invoice as a sheet that prints as it looks. */
export function InvoiceDocument({ token, invoice }: InvoiceDocumentProps) {
  const document = documentOf(invoice, { locale: invoice.locale, timeZone: invoice.time_zone })
  const { seller, buyer, tax, payment } = document
  const requests = unsettledRequests(invoice)
  return (
    <Card className="min-w-0 p-5 sm:p-8 print:border-0 print:p-0">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <address className="min-w-0 flex-1 basis-36 text-meta wrap-anywhere whitespace-pre-line not-italic">
          {seller.logo_id !== null && (
            <span className="mb-3 flex h-16 items-start">
              <img
                src={logoUrl(token, seller.logo_id)}
                alt=""
                className="on-plate max-h-full max-w-[min(12rem,100%)]"
              />
            </span>
          )}
          <strong className="block text-lead font-semibold">{seller.name}</strong>
          {seller.lines.join('\n')}
        </address>
        <p className="hidden shrink-0 text-right print:block">
          <span className="block font-serif text-title">{document.title}</span>
          {document.is_numbered && <span className="text-lead font-semibold">#{document.number}</span>}
        </p>
      </div>

      <Heading>Details</Heading>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:gap-x-8">
        <Fact term="Billed to" className="max-sm:col-span-2">
          <span className="font-medium">{buyer.name}</span>
          <span className="block text-meta whitespace-pre-line">{buyer.lines.join('\n')}</span>
        </Fact>
        <Fact term="Issue date">{document.issued.text}</Fact>
        <Fact term="Due date">{document.due?.text}</Fact>
        <Fact term="Status">
          {document.paid ? `Paid on ${document.paid.text}` : statusLabel[document.status]}
        </Fact>
        <Fact term="Service period" className="max-sm:col-span-2">
          {document.service_period?.text}
        </Fact>
        <Fact term="Project" className="col-span-full">
          {document.project}
        </Fact>
      </dl>

      <Heading>Items</Heading>
      <InvoiceLines
        lines={document.lines}
        beneath={(index) => {
          const request = requests.find(({ item_id }) => item_id === invoice.items[index]?.id)
          return request && <RequestMark isAnswered={request.answer !== null} />
        }}
      />
      <DocumentTotals document={document} className="mt-4 ml-auto w-full sm:w-72 print:break-inside-avoid" />
      {tax.sentence && <p className="mt-4 text-meta">{tax.sentence}</p>}

      {invoice.payments.length > 0 && (
        <section id="payments" className="scroll-mt-4 print:hidden">
          <Heading>Payments</Heading>
          <InvoicePayments token={token} invoice={invoice} />
          {invoice.overpaid > 0 && (
            <p className="mt-3 text-meta text-muted">
              {`${formatMoney(invoice.overpaid, invoice.currency)} more was paid than this invoice asks for. It is kept as credit for your next invoice.`}
            </p>
          )}
        </section>
      )}

      {invoice.credit_notes.length > 0 && (
        <section className="print:hidden">
          <Heading>Credit notes</Heading>
          <CreditNotes token={token} invoice={invoice} />
        </section>
      )}

      {document.notes && (
        <>
          <Heading>Notes</Heading>
          <p className="mt-2 max-w-2xl wrap-anywhere whitespace-pre-line text-muted">{document.notes}</p>
        </>
      )}

      {payment.lines.length > 0 && (
        <>
          <Heading>Payment details</Heading>
          <PaymentDetails
            lines={payment.lines}
            // The code asks for the whole balance.
            code={requests.length > 0 ? null : payment.qr_code}
            copyable={isPayable(invoice)}
            className="mt-3"
          />
        </>
      )}

      {document.citations.map((citation) => (
        <p key={citation} className="mt-8 text-meta wrap-anywhere text-muted">
          {citation}
        </p>
      ))}

      {document.footer && (
        <p className="mt-8 border-t border-hairline pt-3 text-center text-micro wrap-anywhere whitespace-pre-line text-muted">
          {document.footer}
        </p>
      )}
    </Card>
  )
}

/** Beside a line that the client asked about, as long as they have not agreed to it. */
const RequestMark = ({ isAnswered }: { isAnswered: boolean }) => (
  <Badge
    tone={isAnswered ? 'blue' : 'yellow'}
    icon={<MessageSquareText aria-hidden />}
    className="mt-1 print:hidden"
  >
    {isAnswered ? 'Your request was answered' : 'You requested a change'}
  </Badge>
)

function Heading({ children }: { children: string }) {
  return (
    <h2 className="mt-8 border-b border-hairline pb-2 font-semibold print:break-after-avoid">{children}</h2>
  )
}
