import fc from 'fast-check'
import { expect } from 'vitest'
import { type Currency, decimalsOf } from '#core/currency.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { sharedApp } from './app.ts'
import { addInvoice, type Books, openBooks, TODAY } from './invoices.ts'
import { LedgerModel } from './ledger-model.ts'

const RATES: Record<string, number | undefined> = { USD: undefined, EUR: 1.1, JPY: 0.0067 }

const STEP = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    share: fc.integer({ min: 1, max: 1500 }),
    fee: fc.nat({ max: 500 }),
    gain: fc.integer({ min: -200, max: 200 }),
    asCredit: fc.boolean(),
  }),
  fc.record({ do: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ do: fc.constant('writeOff' as const), share: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ do: fc.constant('payWithCredit' as const) }),
  fc.record({ do: fc.constant('reverse' as const), place: fc.nat({ max: 8 }), undone: fc.boolean() }),
  fc.record({
    do: fc.constant('setStatus' as const),
    status: fc.constantFrom('sent' as const, 'paid' as const, 'draft' as const, 'cancelled' as const),
    undone: fc.boolean(),
  }),
)

const HISTORY = fc.record({
  invoices: fc.array(
    fc.record({
      currency: fc.constantFrom('USD', 'EUR', 'JPY'),
      rate: fc.integer({ min: 1, max: 100_000 }),
      tax_rate: fc.constantFrom(0, 19, 8.25),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  steps: fc.array(fc.record({ invoice: fc.nat({ max: 3 }), step: STEP }), { minLength: 5, maxLength: 25 }),
})

/** Replays random histories by the API and in an independent model, and compares every figure that is stated. */
export const compareHistories = (numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(HISTORY, async ({ invoices, steps }) => {
      const replay = await Replay.open(invoices)
      for (const { invoice, step } of steps) {
        await replay.take(invoice % invoices.length, step)
        await replay.compare()
      }
      await replay.compareSums()
    }),
    { numRuns },
  )

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never

class Replay {
  readonly #books: Books
  readonly #ids: number[]
  readonly #model: LedgerModel

  constructor(books: Books, ids: number[], model: LedgerModel) {
    this.#books = books
    this.#ids = ids
    this.#model = model
  }

  static async open(wanted: { currency: Currency; rate: number; tax_rate: number }[]): Promise<Replay> {
    const books = await openBooks()
    const ids: number[] = []
    const totals: { currency: Currency; total: number }[] = []
    for (const { currency, rate, tax_rate } of wanted) {
      const { id, total } = await addInvoice(books, {
        currency,
        tax_rate,
        ...(RATES[currency] && { exchange_rate: RATES[currency] }),
        items: [{ description: 'Work', quantity: 1, rate: rate / 10 ** decimalsOf(currency) }],
      })
      await books.ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
      ids.push(id)
      totals.push({ currency, total: toMinorUnits(total, currency) })
    }
    return new Replay(books, ids, new LedgerModel(totals))
  }

  async take(index: number, step: Step): Promise<void> {
    const model = this.#model
    const { currency, total } = model.invoice(index)
    const amountOf = (share: number) => Math.max(1, Math.floor((total * share) / 1000))
    const inUnits = (amount: number) => fromMinorUnits(amount, currency)
    const { ada } = this.#books
    const params = { id: this.#ids[index] ?? 0 }
    switch (step.do) {
      case 'pay': {
        const amount = amountOf(step.share)
        const arrived = currency === 'USD' ? {} : { received: Math.max(0, 1000 + step.gain) / 100 }
        const allowed = model.pay(index, amount, step)
        const body = {
          amount: inUnits(amount),
          paid_on: TODAY,
          fee: step.fee / 100,
          excess_as_credit: step.asCredit,
          ...arrived,
        }
        return this.#expect(allowed, await ada.try(invoicesApi.recordPayment, { params, body }))
      }
      case 'refund': {
        const amount = amountOf(step.share)
        const body = { amount: inUnits(amount), paid_on: TODAY }
        const allowed = model.refund(index, amount)
        return this.#expect(allowed, await ada.try(invoicesApi.recordRefund, { params, body }))
      }
      case 'writeOff': {
        const amount = amountOf(step.share)
        const body = { amount: inUnits(amount), paid_on: TODAY, reason: 'Insolvent' }
        const allowed = model.writeOff(index, amount)
        return this.#expect(allowed, await ada.try(invoicesApi.writeOff, { params, body }))
      }
      case 'payWithCredit': {
        const allowed = model.payWithCredit(index)
        return this.#expect(allowed, await ada.try(invoicesApi.payWithCredit, { params, body: {} }))
      }
      case 'reverse': {
        const paymentId = (await this.#entriesOf(index))[step.place]?.id ?? 0
        const removal = await ada.try(invoicesApi.removePayment, { params: { ...params, paymentId } })
        if (removal.ok && step.undone) return this.#undo(removal.body.removal_id)
        return this.#expect(model.reverse(index, step.place), removal)
      }
      case 'setStatus': {
        const { status } = step
        const change = await ada.try(invoicesApi.update, { params, body: { status } })
        const isReversed = change.ok && change.body.removal_id !== undefined
        if (isReversed && step.undone) return this.#undo(change.body.removal_id ?? 0)
        return this.#expect(model.setStatus(index, status), change)
      }
    }
  }

  #expect(allowed: boolean, { ok, status }: { ok: boolean; status: number }): void {
    expect(ok).toBe(allowed)
    if (!ok) expect([400, 404, 409]).toContain(status)
  }

  /** The model stays as it was. */
  async #undo(id: number): Promise<void> {
    await this.#books.ada.call(removalsApi.undo, { params: { id } })
  }

  async #entriesOf(index: number): Promise<{ id: number }[]> {
    const { payments } = await this.#books.ada.call(invoicesApi.payments, {
      params: { id: this.#ids[index] ?? 0 },
    })
    return payments
  }

  async compare(): Promise<void> {
    const model = this.#model
    for (const [index, id] of this.#ids.entries()) {
      const { status, currency } = model.invoice(index)
      const inUnits = (amount: number) => fromMinorUnits(amount, currency)
      const found = await this.#books.ada.call(invoicesApi.get, { params: { id } })
      expect(found).toMatchObject({
        status,
        amount_paid: inUnits(model.paid(index)),
        written_off: inUnits(model.writtenOff(index)),
        balance: inUnits(model.balance(index)),
        overpaid: inUnits(model.overpaid(index)),
        client_credit: inUnits(model.credit(currency) - model.overpaid(index)),
      })
    }
  }

  /** The figures of all invoices together. */
  async compareSums(): Promise<void> {
    const model = this.#model
    const { ada, clientId } = this.#books
    const report = await ada.call(reportsApi.get, { query: { timeRange: 'last30days' } })
    expect(toMinorUnits(report.paymentCosts.fees, 'USD')).toBe(model.fees())
    const statement = await ada.call(clientPageApi.statement, { params: { id: clientId } })
    for (const { currency, closing_balance } of statement.currencies) {
      const owed = model.invoices.reduce((sum, invoice, index) => {
        if (invoice.currency !== currency || invoice.status === 'draft') return sum
        const asked = invoice.status === 'cancelled' ? 0 : invoice.total
        return sum + asked - model.received(index) - model.writtenOff(index)
      }, 0)
      expect(toMinorUnits(closing_balance, currency)).toBe(owed)
    }
    await this.#compareParts()
  }

  /** Stored amounts in the home currency add up to those of the invoices, to the cent. */
  async #compareParts(): Promise<void> {
    const { database } = await sharedApp()
    const { id: account } = await this.#books.ada.call(accountApi.me)
    const { rows } = await database.pool.query(
      `select i.id, i.home_paid, i.home_written_off, i.home_balance, i.home_total, i.status, i.total, i.written_off, i.amount_paid,
         round((i.subtotal - i.discount_amount) * i.amount_paid::numeric / i.total) as net_paid,
         coalesce(i.exchange_rate, 1) as rate,
         (select coalesce(sum(home_amount), 0) from payments p where p.account_id = i.account_id and p.invoice_id = i.id) as parts,
         (select coalesce(sum(home_written_off), 0) from payments p where p.account_id = i.account_id and p.invoice_id = i.id) as off,
         (select coalesce(sum(net), 0) from payments p where p.account_id = i.account_id and p.invoice_id = i.id) as net,
         (select count(*) from payments p where p.account_id = i.account_id and p.invoice_id = i.id and written_off <> 0) as write_offs
       from invoices i where i.account_id = $1`,
      [account],
    )
    for (const row of rows) {
      expect(Number(row.parts)).toBe(Number(row.home_paid))
      expect(Number(row.off)).toBe(Number(row.home_written_off))
      if (row.status === 'paid') expect(Number(row.home_balance)).toBe(0)
      const difference = Math.abs(Number(row.net) - Number(row.net_paid))
      expect(difference).toBeLessThanOrEqual(Number(row.write_offs))
    }
    const { rows: received } = await database.pool.query(
      `select count(*)::int as wrong from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.account_id = $1 and p.kind = 'payment' and p.received is not null and p.surplus = 0
         and p.received <> p.home_amount + p.exchange_difference - p.fee`,
      [account],
    )
    expect(received).toEqual([{ wrong: 0 }])
  }
}
