import { collect } from '../../billing/collection.ts'
import type { Invoice } from '../../objects/invoice.ts'
import { money } from '../format.ts'
import { html } from '../html.ts'
import { invoicePage } from '../invoice.ts'
import { notFound } from '../not-found.ts'
import type { Answer } from '../page.ts'
import { backHome, type PortalVisit } from './visit.ts'

function withInvoice(visit: PortalVisit, work: (invoice: Invoice) => Answer): Answer {
  const invoice = visit.ledger.store.find('invoice', visit.ids[0] ?? '')
  return invoice?.customer === visit.customer.id ? work(invoice) : notFound('invoice')
}

export function showInvoice(visit: PortalVisit): Answer {
  const { url, label } = backHome(visit)
  return withInvoice(visit, (invoice) =>
    invoicePage(
      invoice,
      { url: `${url}?home`, label },
      invoice.status === 'open' &&
        html`<form class="actions" method="post" action="${visit.home}/invoices/${invoice.id}/pay">${visit.token}
<button class="primary" type="submit">Pay ${money(invoice.amount_due, invoice.currency)} now</button></form>`,
    ),
  )
}

export function payInvoice(visit: PortalVisit): Answer {
  return withInvoice(visit, (invoice) => {
    const result = visit.ledger.change((context) => collect(context, invoice))
    return { redirect: `${visit.home}?notice=${result.status === 'paid' ? 'paid' : 'declined'}` }
  })
}
