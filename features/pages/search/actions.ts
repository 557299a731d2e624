import { statusAt } from '#features/billing/invoices/rules/status.ts'
import type { Context } from '#server/context.ts'
import type { SearchResult } from './contract.ts'
import { readQuery } from './rules/query.ts'
import * as store from './store.ts'

/** The rank of a document whose number or amount was searched. */
const EXACT = 1

export async function search(ctx: Context, q: string): Promise<SearchResult[]> {
  const query = readQuery(q)
  if (!query) return []
  const found = await store.search(ctx.db, ctx.accountId, query)
  const { clients, projects, credit_notes, time_entries, expenses } = found
  const invoices = found.invoices.map((invoice) => ({ ...invoice, status: statusAt(ctx.today, invoice) }))
  const documents = [...invoices, ...credit_notes]
  const isExact = documents.some(({ rank }) => rank <= EXACT)
  return isExact
    ? [...documents, ...clients, ...projects, ...time_entries, ...expenses]
    : [...clients, ...projects, ...documents, ...time_entries, ...expenses]
}
