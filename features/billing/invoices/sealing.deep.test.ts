import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import type { Database } from '#server/database/database.ts'
import { sharedApp } from '#tests/app.ts'
import { addInvoice, design, openBooks, TODAY } from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { addPortalLink } from '#tests/portal.ts'
import { invoicesApi } from './contract/api.ts'
import { InvoiceStatus } from './contract/invoice.ts'

const HISTORIES = 20
const CALLS = 40

const day = fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-16', '2027-02-01')
const amount = fc.integer({ min: 1, max: 20_000 }).map((cents) => cents / 100)
const line = fc.record({
  description: fc.constantFrom('Design', 'x'),
  quantity: fc.constantFrom(1, 2.5),
  rate: amount,
})

/** One call, with any input that its contract allows. */
const anyCall = fc.oneof(
  fc.record({
    name: fc.constant('update' as const),
    body: fc.record(
      {
        status: fc.constantFrom(...InvoiceStatus.options),
        notes: fc.string({ maxLength: 5 }),
        due_date: day,
        issue_date: day,
        tax_rate: fc.constantFrom(0, 7, 19),
        discount_amount: amount,
        currency: fc.constantFrom('EUR', 'USD'),
        exchange_rate: fc.constantFrom(1.1, 2),
        reminders_enabled: fc.boolean(),
        project_id: fc.constant(null),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ name: fc.constantFrom('addItem' as const, 'updateItem' as const), body: line }),
  fc.record({
    name: fc.constantFrom(
      'removeItem',
      'orderItems',
      'remove',
      'duplicate',
      'send',
      'correct',
      'sendNote',
      'removeNote',
      'undo',
      'approve',
      'reject',
      'profile',
      'rename',
      'removeProject',
      'removeClient',
      'removePayment',
      'payWithCredit',
      'updateNote',
      'sendOther',
      'removeOther',
      'dispute',
      'eraseClient',
      'runJobs',
    ),
  }),
  fc.record({ name: fc.constant('renumber' as const), next: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    name: fc.constant('credit' as const),
    body: fc.record({
      reason: fc.constant('Wrong'),
      items: fc.option(fc.array(line, { minLength: 1, maxLength: 2 }), { nil: undefined }),
    }),
  }),
  fc.record({
    name: fc.constantFrom('pay' as const, 'overpay' as const, 'refund' as const, 'writeOff' as const),
    amount,
  }),
)

/** Columns of a sealed invoice that say what happened to it since. */
const LATER = [
  // Empty unless it is a draft.
  'scheduled_for',
  'scheduled_mail',
  'schedule_problem',
  'status',
  'paid_on',
  'amount_paid',
  'home_paid',
  'written_off',
  'home_written_off',
  'overpaid',
  'credited',
  'home_credited',
  'balance',
  'home_balance',
  'approval_status',
  'client_notes',
  'approved_at',
  'rejected_at',
  'sent_at',
  'sent_content',
  'cancelled_on',
  'reminders_enabled',
  'recurring_invoice_id',
  'recurring_date',
  'search',
  'version',
]

/** Another value of a column, by its type. */
const OTHER: Record<string, (column: string) => string> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  date: (column) => `coalesce(${column}, '2026-01-01') + 1`,
  jsonb: () => `'{"x": 1}'`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 day'`,
}

/** Every column of a sealed document that is changed by hand, and every row that is deleted by hand. */
async function changesByHand({ pool }: Database, invoiceId: number): Promise<string[]> {
  const tables: Record<string, { rows: string; free: string[] }> = {
    invoices: { rows: `id = ${invoiceId}`, free: LATER },
    invoice_items: { rows: `invoice_id = ${invoiceId}`, free: LINKS },
    document_files: { rows: `invoice_id = ${invoiceId}`, free: [] },
    credit_notes: {
      rows: `invoice_id = ${invoiceId} and status = 'sent'`,
      free: ['correction_id', 'version'],
    },
  }
  const { rows: columns } = await pool.query<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER'`,
    [Object.keys(tables)],
  )
  const statements = await Promise.all(
    Object.entries(tables).map(async ([table, { rows, free }]) => {
      const { rows: found } = await pool.query(`select from ${table} where ${rows}`)
      if (found.length === 0) return []
      const kept = columns.filter(
        ({ table_name, column_name }) => table_name === table && !free.includes(column_name),
      )
      const updates = kept.map(({ column_name: column, data_type }) => {
        const other = OTHER[data_type]?.(column) ?? 'null'
        return `update ${table} set ${column} = ${other} where ${rows}`
      })
      return [...updates, `delete from ${table} where ${rows}`]
    }),
  )
  return statements.flat()
}

/** The work that a line bills is released once the invoice is credited. */
const LINKS = [
  'project_id',
  'work_kind',
  'work_ids',
  'logged_hours',
  'fee_project_id',
  'fee_billed_elsewhere',
  'deliverable_version',
]

/** The invoices and credit notes that have ever had a number, and the payments that were ever entered. */
class Memory {
  readonly #owners = new Map<string, number>()
  readonly #payments = new Map<number, string>()

  async look({ pool }: Database, account: number): Promise<void> {
    const numbered = await pool.query<{ number: string; id: string }>(
      `select invoice_number as number, id from invoices where account_id = $1 and number is not null and was_issued
       union all select credit_note_number, id from credit_notes where account_id = $1 and number is not null`,
      [account],
    )
    for (const { number, id } of numbered.rows) {
      expect(this.#owners.get(number) ?? Number(id), number).toBe(Number(id))
      this.#owners.set(number, Number(id))
    }
    expect(numbered.rows).toHaveLength(this.#owners.size)
    const entered = await pool.query<{ id: string; entry: string }>(
      `select id, concat_ws(' ', kind, amount + surplus, written_off, paid_on) as entry from payments
       where account_id = $1 and kind <> 'reversal' order by id`,
      [account],
    )
    const now = new Map(entered.rows.map(({ id, entry }) => [Number(id), entry]))
    for (const [id, entry] of this.#payments) expect(now.get(id)).toBe(entry)
    for (const [id, entry] of now) this.#payments.set(id, entry)
  }
}

test('no sequence of calls changes a sealed invoice, uses its number again or loses a payment', {
  timeout: 600_000,
}, async () => {
  const { database } = await sharedApp()
  const read = async (id: number) => {
    const { rows } = await database.pool.query(
      `select to_jsonb(i) - $1::text[] as invoice,
         (select jsonb_agg(to_jsonb(t) - array['fee_billed_elsewhere'] order by t.id) from invoice_items t where t.invoice_id = i.id) as items,
         (select jsonb_agg(to_jsonb(f) order by f.id) from document_files f where f.invoice_id = i.id) as files,
         (select jsonb_agg(to_jsonb(c) order by c.id) from document_chain c where c.invoice_id = i.id) as chain
       from invoices i where i.id = ${id}`,
      [LATER],
    )
    return rows[0]
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: CALLS, maxLength: CALLS }), async (calls) => {
      const { ada, clientId } = await openBooks()
      const person = { name: 'Studio North', approval_required: false, email: 'north@example.com' }
      await ada.call(businessApi.update, { body: { issued_is_final: true } })
      await ada.call(clientsApi.update, { params: { id: clientId }, body: person })
      const project = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: clientId } })
      const { id, items } = await addInvoice(
        { ada, clientId },
        { items: [design, design], project_id: project.id },
      )
      await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
      await runJobs()
      const { client } = await addPortalLink(ada, clientId)
      const sealed = await read(id)
      const params = { id }
      const itemParams = { id, itemId: items[0]?.id ?? 0 }
      const removals: number[] = []
      const memory = new Memory()
      const { id: account } = await ada.call(accountApi.me)
      const otherInvoice = async () => {
        const [newest] = await ada.call(invoicesApi.list)
        return { id: newest?.id ?? id }
      }
      const perform = async (call: (typeof calls)[number]) => {
        const notes = await ada.call(creditNotesApi.list, { query: { invoice_id: id } })
        const note = { id: notes[0]?.id ?? 1 }
        switch (call.name) {
          case 'update':
            return ada.try(invoicesApi.update, { params, body: call.body })
          case 'addItem':
            return ada.try(invoicesApi.addItem, { params, body: call.body })
          case 'updateItem':
            return ada.try(invoicesApi.updateItem, { params: itemParams, body: call.body })
          case 'removeItem':
            return ada.try(invoicesApi.removeItem, { params: itemParams })
          case 'orderItems':
            return ada.try(invoicesApi.orderItems, {
              params,
              body: { item_ids: items.map((item) => item.id).toReversed() },
            })
          case 'remove':
            return ada.try(invoicesApi.remove, { params })
          case 'duplicate':
            return ada.try(invoicesApi.duplicate, { params })
          case 'send':
            return ada.try(sendingApi.send, { params, body: { mail: false } })
          case 'correct':
            return ada.try(creditNotesApi.correct, { params, body: { reason: 'Wrong' } })
          case 'credit':
            return ada.try(creditNotesApi.create, { params, body: call.body })
          case 'sendNote':
            return ada.try(creditNotesApi.send, { params: note, body: { mail: false } })
          case 'removeNote':
            return ada.try(creditNotesApi.remove, { params: note })
          case 'undo':
            return ada.try(removalsApi.undo, { params: { id: removals.at(-1) ?? 1 } })
          case 'approve':
          case 'reject':
            return client.try(portalApi.decideInvoice, {
              params: { invoiceId: id },
              body:
                call.name === 'approve' ? { status: 'approved' } : { status: 'rejected', client_notes: 'No' },
            })
          case 'profile':
            return ada.try(businessApi.update, {
              body: { name: 'Other', invoice_prefix: '{YYYY}-', issued_is_final: false },
            })
          case 'rename':
            return ada.try(clientsApi.update, {
              params: { id: clientId },
              body: { ...person, name: 'Renamed' },
            })
          case 'removeClient':
            return ada.try(clientsApi.remove, { params: { id: clientId } })
          case 'removeProject':
            return ada.try(projectsApi.remove, { params: { id: project.id } })
          case 'removePayment': {
            const { payments } = await ada.call(invoicesApi.payments, { params })
            return ada.try(invoicesApi.removePayment, { params: { id, paymentId: payments.at(-1)?.id ?? 1 } })
          }
          case 'pay':
          case 'overpay':
            return ada.try(invoicesApi.recordPayment, {
              params,
              body: { amount: call.amount, paid_on: TODAY, excess_as_credit: call.name === 'overpay' },
            })
          case 'refund':
            return ada.try(invoicesApi.recordRefund, {
              params,
              body: { amount: call.amount, paid_on: TODAY },
            })
          case 'writeOff':
            return ada.try(invoicesApi.writeOff, {
              params,
              body: { amount: call.amount, paid_on: TODAY, reason: 'Insolvent' },
            })
          case 'payWithCredit':
            return ada.try(invoicesApi.payWithCredit, { params: await otherInvoice(), body: {} })
          case 'sendOther':
            return ada.try(sendingApi.send, { params: await otherInvoice(), body: { mail: false } })
          case 'removeOther':
            return ada.try(invoicesApi.remove, { params: await otherInvoice() })
          case 'updateNote':
            return ada.try(creditNotesApi.update, {
              params: note,
              body: { reason: 'Other', issue_date: TODAY },
            })
          case 'dispute':
            return client.try(portalApi.decideInvoice, {
              params: { invoiceId: id },
              body: { status: 'rejected', lines: [{ item_id: itemParams.itemId, note: 'Too much' }] },
            })
          case 'eraseClient':
            return ada.try(clientPageApi.erase, { params: { id: clientId } })
          case 'renumber':
            return ada.try(businessApi.update, { body: { next_invoice_number: call.next } })
          case 'runJobs':
            await runJobs()
            return ada.try(invoicesApi.get, { params })
        }
      }
      for (const call of calls) {
        const { status, body } = await perform(call)
        expect(status, `${call.name}: ${JSON.stringify(body)}`).toBeLessThan(500)
        if (typeof body === 'object' && body && 'removal_id' in body && typeof body.removal_id === 'number')
          removals.push(body.removal_id)
        expect(await read(id), call.name).toEqual(sealed)
        await memory.look(database, account)
      }
      for (const statement of await changesByHand(database, id))
        await expect(database.pool.query(statement), statement).rejects.toThrow()
      expect(await read(id)).toEqual(sealed)
      const { credited, total, amount_paid, written_off, balance } = await ada.call(invoicesApi.get, {
        params,
      })
      expect(credited).toBeLessThanOrEqual(total)
      expect(balance).toBeCloseTo(Math.max(0, total - credited - amount_paid - written_off), 6)
    }),
    { numRuns: HISTORIES },
  )
})
