import { itemTitle } from '#features/billing/invoices/rules/items.ts'
import { LineRequestAnswer } from '#features/billing/line-requests/line-request-answer.tsx'
import { openRequests, unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { Panel } from '#web/ui/card.tsx'
import { Quote } from '#web/ui/quote.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'

/** The lines that the client asked about, and the answers. */
export function RequestedLines({ invoice }: { invoice: PortalInvoiceDetail }) {
  const requests = unsettledRequests(invoice)
  if (requests.length === 0) return null
  const isAnswered = openRequests(invoice).length === 0
  const items = invoice.items.map((item) => ({ ...item, work: null }))
  return (
    <Panel title={isAnswered ? 'Answers to your requests' : 'What you requested'} className="print:hidden">
      <ol className="flex flex-col gap-5 text-meta">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-col gap-1.5">
            <p className="font-semibold wrap-anywhere">{itemTitle(request.line)}</p>
            <div>
              <p className="text-micro text-faint">
                <bdi>{request.client_name}</bdi> wrote
              </p>
              <Quote>{request.note}</Quote>
            </div>
            {request.answer === null ? (
              <p className="text-muted">
                <bdi>{invoice.business.name}</bdi> has not answered yet.
              </p>
            ) : (
              <div>
                <p className="text-micro text-faint">
                  <bdi>{invoice.business.name}</bdi> answered
                </p>
                <LineRequestAnswer request={request} invoice={{ items, currency: invoice.currency }} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
