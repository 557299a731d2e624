import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAmount } from '#core/document-lines.ts'
import { snapshotOf } from '#features/billing/invoices/rules/differences.ts'
import { anyInvoice } from '#tests/random-invoice.ts'
import { answerNow, payableOf, sharesOf } from './rules.ts'

const AT = new Date('2026-11-16T12:00:00Z')

type Drawn = Parameters<Parameters<typeof anyInvoice.map>[0]>[0]

const requested = (item: Drawn['items'][number], id: number) => ({
  id,
  item_id: item.id,
  line: item,
  note: 'Too much',
  client_name: 'Jonas Pine',
  requested_at: AT,
  answer: null,
  answer_text: '',
  answered_at: null,
  closed_at: null,
})

const asStored = (invoice: Drawn) => ({
  ...invoice,
  items: invoice.items.map((item, index) => ({ ...item, id: index + 1, work: null })),
})

/** An invoice, and which of its lines the client wants changed. */
const contested = anyInvoice.chain((drawn) => {
  const invoice = asStored(drawn)
  return fc.record({ invoice: fc.constant(invoice), lines: fc.subarray(invoice.items) })
})

const payableWithout = (
  { invoice }: { invoice: ReturnType<typeof asStored> },
  lines: readonly ReturnType<typeof asStored>['items'][number][],
) =>
  payableOf(
    { ...invoice, approval_status: 'rejected', line_requests: lines.map(requested) },
    snapshotOf(invoice),
  )

test('the lines of an invoice come to its total, with discount and tax', () => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      const shares = sharesOf(invoice)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(invoice.total)
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('what is contested and what is payable add up to the balance', () => {
  fc.assert(
    fc.property(contested, ({ invoice, lines }) => {
      fc.pre(lines.length > 0)
      const shares = sharesOf(invoice)
      const disputed = lines.reduce((sum, { id }) => sum + (shares[id - 1] ?? 0), 0)
      const payable = payableWithout({ invoice }, lines)
      expect(payable).toBe(Math.max(0, invoice.balance - disputed))
      expect(payable).toBeLessThanOrEqual(invoice.balance)
      expect(payableWithout({ invoice }, invoice.items)).toBe(0)
      for (const line of invoice.items) {
        const more = [...new Set([...lines, line])]
        expect(payableWithout({ invoice }, more)).toBeLessThanOrEqual(payable)
      }
    }),
  )
})

test('without requests, all is payable, or nothing once changes were requested on the whole', () => {
  fc.assert(
    fc.property(anyInvoice, (drawn) => {
      const invoice = asStored(drawn)
      expect(payableOf(invoice, undefined)).toBe(invoice.balance)
      expect(payableOf({ ...invoice, approval_status: 'rejected' }, snapshotOf(invoice))).toBe(0)
    }),
  )
})

test('a line that the client has not seen is not payable, and nothing is once the tax changes', () => {
  fc.assert(
    fc.property(contested, ({ invoice, lines: [line] }) => {
      fc.pre(line !== undefined && invoice.items.length > 1)
      const decided = snapshotOf(invoice)
      const now = { ...invoice, approval_status: 'rejected' as const, line_requests: [requested(line, 1)] }
      const other = invoice.items.find(({ id }) => id !== line.id)
      const unseen = invoice.items.map((item) => (item === other ? { ...item, description: 'New' } : item))
      const agreed = payableOf(now, decided)
      expect(payableOf({ ...now, items: unseen }, decided)).toBeLessThanOrEqual(agreed)
      expect(payableOf({ ...now, tax_rate: now.tax_rate + 1 }, decided)).toBe(0)
    }),
  )
})

test('a line that differs is an answer, as are words', () => {
  const line = withAmount({ description: 'Design', quantity: 200, unit: '' as const, rate: 50_00 })
  const item = { id: 7, ...line, work: null }
  const request = { ...requested(item, 1), line }
  expect(answerNow(request, [item])).toBeNull()
  expect(answerNow(request, [{ ...item, rate: 40_00 }])).toBe('changed')
  expect(answerNow(request, [])).toBe('removed')
  expect(answerNow({ ...request, answer: 'explained', answer_text: 'As agreed' }, [item])).toBe('explained')
  expect(answerNow({ ...request, answer: 'changed' }, [item])).toBeNull()
})
