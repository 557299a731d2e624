import type { Invoice } from '../objects/invoice.ts'
import { longDate, money, shortDate } from './format.ts'
import { type Html, html } from './html.ts'
import { notFound } from './not-found.ts'
import { type Page, route, visitOwnerOf } from './page.ts'

export const invoiceRoutes = [
  route('GET', '/invoices/:invoice', (visit) => {
    const [id = ''] = visit.ids
    const invoice = visitOwnerOf(visit, id).ledger.store.find('invoice', id)
    return invoice ? invoicePage(invoice) : notFound('invoice')
  }),
]

const statusLabels: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'Unpaid',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
}

function invoiceBadge(invoice: Invoice): Html {
  return html`<span class="badge ${invoice.status}">${statusLabels[invoice.status]}</span>`
}

export function invoiceTable(invoices: Invoice[], link: (invoice: Invoice) => string): Html {
  return html`<table class="rows">
<thead><tr><th scope="col">Date</th><th scope="col">Invoice</th><th scope="col">Status</th><th scope="col" class="number">Total</th></tr></thead>
<tbody>${invoices.map(
    (invoice) => html`<tr>
<td data-label="Date">${shortDate(invoice.created)}</td>
<td data-label="Invoice"><a href="${link(invoice)}">${invoice.number ?? invoice.id}</a></td>
<td data-label="Status">${invoiceBadge(invoice)}</td>
<td data-label="Total" class="number">${money(invoice.total, invoice.currency)}</td>
</tr>`,
  )}</tbody></table>`
}

export function invoicePage(invoice: Invoice, back?: Page['back'], actions?: Html | false): Page {
  const cents = (amount: number) => money(amount, invoice.currency)
  const fromBalance = invoice.total - invoice.amount_due
  return {
    status: 200,
    title: `Invoice ${invoice.number ?? ''}`,
    back,
    main: html`<article class="card invoice">
<div class="heading"><h1>Invoice ${invoice.number}</h1>${invoiceBadge(invoice)}</div>
<dl class="facts">
<div><dt>Issued</dt><dd>${longDate(invoice.created)}</dd></div>
<div><dt>Billed to</dt><dd>${invoice.customer_name ?? invoice.customer_email ?? invoice.customer}</dd></div>
${invoice.status_transitions.paid_at !== null && html`<div><dt>Paid</dt><dd>${longDate(invoice.status_transitions.paid_at)}</dd></div>`}
${invoice.next_payment_attempt !== null && html`<div><dt>Next attempt</dt><dd>${longDate(invoice.next_payment_attempt)}</dd></div>`}
</dl>
<table class="rows">
<thead><tr><th scope="col">Description</th><th scope="col">Period</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${invoice.lines.data.map(
      (line) => html`<tr>
<td data-label="Description">${line.description}</td>
<td data-label="Period">${shortDate(line.period.start)} – ${shortDate(line.period.end)}</td>
<td data-label="Amount" class="number">${cents(line.amount)}</td>
</tr>`,
    )}</tbody></table>
<dl class="sums">
<div><dt>Total</dt><dd>${cents(invoice.total)}</dd></div>
${fromBalance !== 0 && html`<div><dt>${fromBalance > 0 ? 'From your credit' : 'To your credit'}</dt><dd>${cents(-fromBalance)}</dd></div>`}
<div class="total"><dt>${invoice.status === 'paid' ? 'Paid' : 'Amount due'}</dt><dd>${cents(invoice.amount_due)}</dd></div>
</dl>
${actions}
<p class="quiet only-screen">Use your browser’s print command for a clean copy.</p>
</article>`,
  }
}
