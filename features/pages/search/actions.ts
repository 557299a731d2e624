import { statusAt } from '#features/billing/invoices/rules/status.ts'
import type { Context } from '#server/context.ts'
import type { SearchResult } from './contract.ts'
import { readQuery } from './rules/query.ts'
import * as store from './store.ts'

/** The rank of an invoice whose number or amount was searched. */
const EXACT = 1

export async function search(ctx: Context, q: string): Promise<SearchResult[]> {
  const query = readQuery(q)
  if (!query) return []
  const found = await store.search(ctx.db, ctx.accountId, query)
  const { clients, projects, time_entries, expenses } = found
  const invoices = found.invoices.map((invoice) => ({ ...invoice, status: statusAt(ctx.today, invoice) }))
  const isExact = invoices.some(({ rank }) => rank <= EXACT)
  return isExact
    ? [...invoices, ...clients, ...projects, ...time_entries, ...expenses]
    : [...clients, ...projects, ...invoices, ...time_entries, ...expenses]
}
