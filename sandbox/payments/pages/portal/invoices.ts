import { type Html, html } from '#sandbox/html.ts'
import { collect } from '../../billing/collection.ts'
import type { Invoice } from '../../objects/invoice.ts'
import { longDate, money, shortDate } from '../format.ts'
import { type Answer, notFound, type Visit } from '../page.ts'
import { badge, facts, sums, table } from '../parts.ts'
import { backHome, inPortal, type PortalVisit } from './visit.ts'

interface InvoiceVisit extends PortalVisit {
  invoice: Invoice
}

/** Another customer's invoice is not found. */
export function onInvoice(visit: Visit, work: (visit: InvoiceVisit) => Answer): Answer {
  return inPortal(visit, (inside) => {
    const invoice = inside.ledger.store.find('invoice', inside.ids[0] ?? '')
    return invoice?.customer === inside.customer.id ? work({ ...inside, invoice }) : notFound('invoice')
  })
}

const invoiceBadge = ({ status }: Invoice): Html =>
  badge(status === 'paid' ? ['paid', 'Paid'] : ['open', 'Unpaid'])

export function invoiceTable(invoices: Invoice[], home: string): Html {
  return table(
    [['Date'], ['Invoice'], ['Status'], ['Total', 'number']],
    invoices.map((invoice) => [
      shortDate(invoice.created),
      html`<a href="${home}/invoices/${invoice.id}">${invoice.number}</a>`,
      invoiceBadge(invoice),
      money(invoice.total, invoice.currency),
    ]),
    'No invoices yet.',
  )
}

export function invoicePage(visit: InvoiceVisit): Answer {
  const { customer, home, invoice, token } = visit
  const { next_payment_attempt: next, number, status } = invoice
  const { paid_at } = invoice.status_transitions
  const cents = (amount: number) => money(amount, invoice.currency)
  const fromBalance = invoice.total - invoice.amount_due
  const credit: [string, string] = [
    fromBalance > 0 ? 'From your credit' : 'To your credit',
    cents(-fromBalance),
  ]
  return {
    title: `Invoice ${number}`,
    back: backHome(visit),
    main: html`<article class="card">
<div class="heading"><h1>Invoice ${number}</h1>${invoiceBadge(invoice)}</div>
${facts([
  ['Issued', longDate(invoice.created)],
  ['Billed to', customer.name ?? customer.email],
  ['Paid', paid_at === null ? undefined : longDate(paid_at)],
  ['Next attempt', next === null ? undefined : longDate(next)],
])}
${table(
  [['Description'], ['Period'], ['Amount', 'number']],
  invoice.lines.data.map(({ amount, description, period }) => [
    description,
    `${shortDate(period.start)} – ${shortDate(period.end)}`,
    cents(amount),
  ]),
)}
${sums(
  [['Total', cents(invoice.total)], ...(fromBalance === 0 ? [] : [credit])],
  [status === 'paid' ? 'Paid' : 'Amount due', cents(invoice.amount_due)],
)}
${
  status === 'open' &&
  html`<form class="actions" method="post" action="${home}/invoices/${invoice.id}/pay">${token}
<button class="primary" type="submit">Pay ${cents(invoice.amount_due)} now</button></form>`
}
</article>`,
  }
}

export function payInvoice({ home, invoice, ledger }: InvoiceVisit): Answer {
  const { status } = ledger.change((context) => collect(context, invoice))
  return { redirect: `${home}?notice=${status === 'paid' ? 'paid' : 'declined'}` }
}
