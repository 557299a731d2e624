import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp } from '#tests/app.ts'
import { addInvoice, design, openBooks } from '#tests/invoices.ts'
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
      'removeClient',
      'removePayment',
    ),
  }),
  fc.record({
    name: fc.constant('credit' as const),
    body: fc.record({
      reason: fc.constant('Wrong'),
      items: fc.option(fc.array(line, { minLength: 1, maxLength: 2 }), { nil: undefined }),
    }),
  }),
  fc.record({ name: fc.constant('pay' as const), amount }),
)

test('no sequence of calls changes a sealed invoice, uses its number again or loses it', {
  timeout: 600_000,
}, async () => {
  const { database } = await sharedApp()
  const read = async (id: number) => {
    const { rows } = await database.pool.query(
      `select to_jsonb(i) - array['status', 'paid_on', 'amount_paid', 'home_paid', 'overpaid', 'credited', 'home_credited', 'balance',
         'home_balance', 'approval_status', 'client_notes', 'approved_at', 'rejected_at', 'sent_at', 'sent_content', 'cancelled_on',
         'reminders_enabled', 'search', 'version'] as invoice,
         (select jsonb_agg(to_jsonb(t) - array['fee_billed_elsewhere'] order by t.id) from invoice_items t where t.invoice_id = i.id) as items,
         (select jsonb_agg(to_jsonb(f) order by f.id) from document_files f where f.invoice_id = i.id) as files,
         (select jsonb_agg(to_jsonb(c) order by c.id) from document_chain c where c.invoice_id = i.id) as chain
       from invoices i where i.id = ${id}`,
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
            return ada.try(projectsApi.remove, { params: { id: project.id } })
          case 'removePayment': {
            const { payments } = await ada.call(invoicesApi.payments, { params })
            return ada.try(invoicesApi.removePayment, { params: { id, paymentId: payments.at(-1)?.id ?? 1 } })
          }
          case 'pay':
            return ada.try(invoicesApi.recordPayment, {
              params,
              body: { amount: call.amount, paid_on: '2026-11-16', method: 'cash' },
            })
        }
      }
      for (const call of calls) {
        const { status, body } = await perform(call)
        expect(status, `${call.name}: ${JSON.stringify(body)}`).toBeLessThan(500)
        if (typeof body === 'object' && body && 'removal_id' in body && typeof body.removal_id === 'number')
          removals.push(body.removal_id)
        expect(await read(id), call.name).toEqual(sealed)
      }
      const all = await ada.call(invoicesApi.list, { query: { limit: 500 } })
      const numbers = all.flatMap(({ number, invoice_number }) => (number === null ? [] : invoice_number))
      expect(new Set(numbers).size).toBe(numbers.length)
      const { credited, total, amount_paid, balance } = await ada.call(invoicesApi.get, { params })
      expect(credited).toBeLessThanOrEqual(total)
      expect(balance).toBeCloseTo(Math.max(0, total - credited - amount_paid), 6)
    }),
    { numRuns: HISTORIES },
  )
})
