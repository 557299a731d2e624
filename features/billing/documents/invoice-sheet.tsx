// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as a grid lose their roles in some browsers
import { logoUrl } from '#features/foundation/business/client.ts'
import { DocumentTotals } from './document-totals.tsx'
import { PaymentDetails } from './payment-details.tsx'
import type { InvoiceDocument } from './rules/document.ts'

/** The invoice as a sheet of paper, or of a column as narrow as a phone. */
export function InvoiceSheet({ document }: { document: InvoiceDocument }) {
  const { seller, buyer, tax, payment } = document
  return (
    <div className="@container">
      <header className="flex items-start justify-between gap-8">
        <div className="min-w-0 text-meta wrap-anywhere">
          {seller.logo_id !== null && (
            <img
              src={logoUrl(seller.logo_id)}
              alt=""
              className="on-plate mb-3 max-h-16 max-w-[min(12rem,100%)]"
            />
          )}
          <p className="text-lead font-semibold">{seller.name}</p>
          <Lines>{seller.lines}</Lines>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-serif text-title">{document.title}</p>
          <p className="text-lead font-semibold">{document.number}</p>
          {document.status_label && <p className="text-meta">{document.status_label}</p>}
        </div>
      </header>
      <div className="mt-10 flex flex-wrap gap-x-12 gap-y-4 text-meta @max-lg:mt-6 [&_dt]:text-faint">
        <dl className="min-w-0 flex-1 basis-48 wrap-anywhere @max-lg:basis-full">
          <dt>{document.preceding ? 'Credited to' : 'Billed to'}</dt>
          <dd className="text-body font-medium">{buyer.name}</dd>
          <dd>
            <Lines>{buyer.lines}</Lines>
          </dd>
          {document.project && <dd>{document.project}</dd>}
        </dl>
        <dl className="flex flex-wrap gap-x-8 gap-y-4">
          <Day label="Issued" day={document.issued} />
          {document.preceding && (
            <Day
              label="For invoice"
              day={{ text: `${document.preceding.number}, ${document.preceding.issued.text}` }}
            />
          )}
          <Day label="Due" day={document.due} />
          <Day label="Service period" day={document.service_period} />
          <Day label="Paid" day={document.paid} />
        </dl>
      </div>
      <table
        role="table"
        className="mt-10 w-full border-collapse text-meta tabular-nums @max-lg:mt-6 @max-lg:block"
      >
        <thead role="rowgroup" className="@max-lg:sr-only">
          <tr
            role="row"
            className="border-b border-ink text-right [&>th]:py-2 [&>th]:pl-4 [&>th]:font-medium"
          >
            <th role="columnheader" scope="col" className="pl-0! text-left">
              Description
            </th>
            <th role="columnheader" scope="col">
              Qty
            </th>
            <th role="columnheader" scope="col">
              Rate
            </th>
            <th role="columnheader" scope="col">
              Amount
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-lg:block @max-lg:border-t @max-lg:border-ink">
          {document.lines.map((line) => (
            <tr
              key={line.position}
              role="row"
              className="border-b border-hairline text-right @max-lg:grid @max-lg:grid-cols-[auto_minmax(0,1fr)_auto] @max-lg:gap-x-3 @max-lg:py-2 [&>td]:py-2 [&>td]:pl-4 [&>td]:align-top @max-lg:[&>td]:p-0"
            >
              <td
                role="cell"
                className="pl-0! text-left whitespace-pre-wrap wrap-anywhere @max-lg:col-span-2"
              >
                {line.text.join('\n')}
              </td>
              <td
                role="cell"
                className="whitespace-nowrap @max-lg:row-start-2 @max-lg:text-left @max-lg:text-muted"
              >
                {line.quantity.text} {line.unit_label}
              </td>
              <td role="cell" className="@max-lg:row-start-2 @max-lg:text-left @max-lg:text-muted">
                {line.rate.text}
              </td>
              <td role="cell" className="@max-lg:col-start-3 @max-lg:row-start-1">
                {line.amount.text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DocumentTotals document={document} className="mt-6 ml-auto w-72 max-w-full break-inside-avoid" />
      {tax.sentence && <p className="mt-6 text-meta">{tax.sentence}</p>}
      {document.notes && (
        <p className="mt-10 text-meta whitespace-pre-wrap wrap-anywhere text-muted">{document.notes}</p>
      )}
      {payment.lines.length > 0 && (
        <PaymentDetails
          lines={payment.lines}
          code={payment.qr_code}
          className="mt-10 break-inside-avoid text-meta"
        />
      )}
      {document.citations.map((citation) => (
        <p key={citation} className="mt-6 text-meta wrap-anywhere text-muted">
          {citation}
        </p>
      ))}
      {document.footer && (
        <footer className="mt-10 border-t border-hairline pt-3 text-center text-micro whitespace-pre-line wrap-anywhere text-muted">
          {document.footer}
        </footer>
      )}
    </div>
  )
}

const Lines = ({ children }: { children: string[] }) => (
  <span className="block whitespace-pre-line">{children.join('\n')}</span>
)

function Day({ label, day }: { label: string; day: { text: string } | null }) {
  return (
    day && (
      <div>
        <dt>{label}</dt>
        <dd>{day.text}</dd>
      </div>
    )
  )
}
