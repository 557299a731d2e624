import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { quantityFormat } from '#core/document-lines.ts'
import { formatDate, formatMoney } from '#core/format.ts'
import { useSession } from '#features/account/client.ts'
import { businessName } from '#features/account/rules.ts'
import type { Invoice } from './contract.ts'
import { InvoiceTotals } from './invoice-totals.tsx'
import { statusLabel } from './rules.ts'

/** The invoice as a printed page. While it is mounted, nothing else is printed. */
export function InvoicePaper({ invoice }: { invoice: Invoice }) {
  const page = useRef<HTMLElement>(null)
  const session = useSession()
  usePrintedAlone(page, invoice.invoice_number)
  if (session.status !== 'signed-in') return null
  const { user } = session
  const quantity = quantityFormat(invoice.items)

  return createPortal(
    <section ref={page} aria-hidden className="hidden text-ink print:block">
      <header className="flex items-start justify-between gap-8">
        <div className="min-w-0 text-meta whitespace-pre-line">
          <p className="text-lead font-semibold">{businessName(user)}</p>
          {user.business_address && <p>{user.business_address}</p>}
          <p>{user.email}</p>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-serif text-title">Invoice</p>
          <p className="text-lead font-semibold">{invoice.invoice_number}</p>
          {invoice.status !== 'sent' && <p className="text-meta">{statusLabel[invoice.status]}</p>}
        </div>
      </header>
      <dl className="mt-10 flex gap-12 text-meta [&_dt]:text-faint">
        <div className="min-w-0 flex-1">
          <dt>Billed to</dt>
          <dd className="text-body font-medium">{invoice.client_name}</dd>
          {invoice.project_name && <dd>{invoice.project_name}</dd>}
        </div>
        <div>
          <dt>Issued</dt>
          <dd>{formatDate(invoice.issue_date)}</dd>
        </div>
        {invoice.due_date && (
          <div>
            <dt>Due</dt>
            <dd>{formatDate(invoice.due_date)}</dd>
          </div>
        )}
        {invoice.paid_on && (
          <div>
            <dt>Paid</dt>
            <dd>{formatDate(invoice.paid_on)}</dd>
          </div>
        )}
      </dl>
      <table className="mt-10 w-full border-collapse text-meta tabular-nums">
        <thead>
          <tr className="border-b border-ink text-right [&>th]:py-2 [&>th]:pl-4 [&>th]:font-medium">
            <th className="pl-0! text-left">Description</th>
            <th>Qty</th>
            <th>Rate</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.items.map((item) => (
            <tr
              key={item.id}
              className="border-b border-hairline text-right [&>td]:py-2 [&>td]:pl-4 [&>td]:align-top"
            >
              <td className="pl-0! text-left whitespace-pre-wrap wrap-anywhere">{item.description}</td>
              <td>{quantity(item.quantity)}</td>
              <td>{formatMoney(item.rate, invoice.currency)}</td>
              <td>{formatMoney(item.amount, invoice.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <InvoiceTotals invoice={invoice} className="mt-6 ml-auto w-72 break-inside-avoid" />
      {invoice.notes && (
        <p className="mt-10 text-meta whitespace-pre-wrap wrap-anywhere text-muted">{invoice.notes}</p>
      )}
    </section>,
    document.body,
  )
}

const HIDDEN = 'print:hidden'

/** Hides everything else while printing, and sets the title, which becomes the name of a saved PDF. */
function usePrintedAlone(page: { current: HTMLElement | null }, name: string) {
  useEffect(() => {
    let title = document.title
    let hidden: Element[] = []
    const prepare = () => {
      title = document.title
      document.title = name
      hidden = [...document.body.children].filter((element) => element !== page.current)
      for (const element of hidden) element.classList.add(HIDDEN)
    }
    const restore = () => {
      document.title = title
      for (const element of hidden) element.classList.remove(HIDDEN)
      hidden = []
    }
    addEventListener('beforeprint', prepare)
    addEventListener('afterprint', restore)
    return () => {
      restore()
      removeEventListener('beforeprint', prepare)
      removeEventListener('afterprint', restore)
    }
  }, [page, name])
}
