import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { sharedApp } from '#tests/app.ts'
import { openBooks } from '#tests/invoices.ts'

const ENTRIES = 4

/** The freelancer's steps, with numbers that choose among entries and invoices. */
const steps = fc.array(
  fc.oneof(
    fc.record({ verb: fc.constant('bill' as const), which: fc.integer({ min: 1, max: 2 ** ENTRIES - 1 }) }),
    fc.record({
      verb: fc.constantFrom(
        'remove line' as const,
        'delete draft' as const,
        'cancel' as const,
        'reactivate' as const,
        'edit' as const,
      ),
      which: fc.nat(20),
    }),
  ),
  { minLength: 4, maxLength: 12 },
)

async function openWork() {
  const books = await openBooks()
  const { ada, clientId } = books
  const { id: project_id } = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id: clientId, hourly_rate: 100 },
  })
  const entry = { project_id, description: 'Design', date: '2026-11-02' }
  const ids: number[] = []
  for (let hours = 1; hours <= ENTRIES; hours += 1)
    ids.push((await ada.call(timeEntriesApi.create, { body: { ...entry, hours } })).id)
  return { ...books, ids, entry }
}

/** One state of what is billed: entries with the invoices that they are on, and lines with what they say. */
async function billedIn(projectId: number) {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query<{ entry: number; status: string; on_line: boolean }>(
    `select t.id as entry, i.status, t.id = any(item.work_ids) as on_line
     from time_entries t
     join invoice_items item on item.account_id = t.account_id and item.id = t.invoice_item_id
     join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
     where t.project_id = $1 and t.is_billed`,
    [projectId],
  )
  const { rows: lines } = await database.pool.query<{
    named: number
    held: number
    logged: number
    hours: number
  }>(
    `select cardinality(item.work_ids) as named, count(t.id)::int as held, item.logged_hours::int as logged,
       coalesce(sum(t.hours), 0)::int as hours
     from invoice_items item
     join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
     left join time_entries t on t.account_id = item.account_id and t.invoice_item_id = item.id
     where i.project_id = $1 and i.status <> 'cancelled'
     group by item.account_id, item.id`,
    [projectId],
  )
  return { entries: rows, lines }
}

describe('what is billed', () => {
  test('is on one invoice that is not cancelled, and each of its lines adds up, whatever is done', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { ada, clientId, ids, entry } = await openWork()
        for (const { verb, which } of sequence) {
          const invoices = await ada.call(invoicesApi.list)
          const params = { id: invoices[which % (invoices.length || 1)]?.id ?? 0 }
          if (verb === 'bill') {
            const chosen = ids.filter((_, place) => which & (1 << place))
            const bill = {
              time_entry_ids: chosen,
              group_by: which % 2 ? ('entry' as const) : ('project' as const),
            }
            const body = { client_id: clientId, issue_date: '2026-11-16', bill }
            const before = await ada.call(timeEntriesApi.list, { query: { billed: 'false' } })
            const free = new Set(before.map(({ id }) => id))
            const { status } = await ada.try(invoicesApi.create, { body })
            expect(status).toBe(chosen.every((id) => free.has(id)) ? 201 : 409)
          } else if (verb === 'edit') {
            const id = ids[which % ENTRIES] ?? 0
            const { is_billed } = await ada.call(timeEntriesApi.get, { params: { id } })
            const body = { ...entry, hours: 1 + (which % 7) }
            const { status } = await ada.try(timeEntriesApi.update, { params: { id }, body })
            expect(status).toBe(is_billed ? 409 : 200)
          } else if (verb === 'remove line' && params.id > 0) {
            const { items } = await ada.call(invoicesApi.get, { params })
            const itemId = items[0]?.id ?? 0
            const { status } = await ada.try(invoicesApi.removeItem, { params: { ...params, itemId } })
            expect([200, 404, 409]).toContain(status)
          } else if (verb === 'delete draft') {
            expect([200, 404, 409]).toContain((await ada.try(invoicesApi.remove, { params })).status)
          } else if (verb === 'cancel' || verb === 'reactivate') {
            const body = { status: verb === 'cancel' ? ('cancelled' as const) : ('draft' as const) }
            expect([200, 404, 409]).toContain((await ada.try(invoicesApi.update, { params, body })).status)
          }
          const { entries, lines } = await billedIn(entry.project_id)
          expect(entries.filter(({ status, on_line }) => status === 'cancelled' || !on_line)).toEqual([])
          expect(lines.filter(({ named, held }) => named !== held)).toEqual([])
          expect(lines.filter(({ logged, hours }) => logged !== hours)).toEqual([])
          const listed = await ada.call(timeEntriesApi.list, { query: { billed: 'true' } })
          expect(listed).toHaveLength(entries.length)
        }
      }),
      { numRuns: 8 },
    )
  })
})
