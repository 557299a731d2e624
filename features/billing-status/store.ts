import { type AliasedRawBuilder, sql } from 'kysely'
import type { BillingStatus } from './contract.ts'

type Work = 'time_entries' | 'expenses' | 'milestones' | 'deliverables'

/** The invoice that a row is on, for a list of columns. Most rows are on none, and look for none. */
export const invoiceThatBills = (work: Work): AliasedRawBuilder<BillingStatus['invoice'], 'invoice'> =>
  sql<BillingStatus['invoice']>`case when ${sql.ref(`${work}.invoice_item_id`)} is not null then (
    select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
    from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
    where item.account_id = ${sql.ref(`${work}.account_id`)} and item.id = ${sql.ref(`${work}.invoice_item_id`)}
  ) end`.as('invoice')
