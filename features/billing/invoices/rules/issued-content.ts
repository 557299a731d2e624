import { z } from 'zod'
import type { DocumentLine } from '#core/document-lines.ts'
import { Invoice } from '../contract/invoice.ts'
import { frozen } from './details.ts'

/** The content of a sealed invoice, as the chain of its series keeps it: amounts as in the API. */
export function issuedContent(invoice: Invoice, { numberedEarlier }: { numberedEarlier: boolean }) {
  const api = z.encode(Invoice, invoice)
  return {
    document: 'invoice',
    number: api.invoice_number,
    count: api.number,
    // Numbers are in order, but for invoices that had theirs before issued invoices were final.
    numbered_earlier: numberedEarlier,
    issue_date: api.issue_date,
    due_date: api.due_date,
    service_from: api.service_from,
    service_to: api.service_to,
    currency: api.currency,
    exchange_rate: api.exchange_rate,
    tax_category: api.tax_category,
    tax_rate: api.tax_rate,
    subtotal: api.subtotal,
    discount_percent: api.discount_percent,
    discount_amount: api.discount_amount,
    tax_amount: api.tax_amount,
    total: api.total,
    home_total: api.home_total,
    home_currency: api.home_currency,
    project: api.project_name,
    notes: api.notes,
    ...frozen(api.details),
    approved_files: api.approved_files,
    lines: api.items.map(issuedLine),
  }
}

/** A line without what it bills. */
export const issuedLine = ({ description, quantity, unit, rate, amount }: z.input<typeof DocumentLine>) => ({
  description,
  quantity,
  unit,
  rate,
  amount,
})
