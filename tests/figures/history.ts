import fc from 'fast-check'
import type { Currency } from '#core/currency.ts'
import { GroupBy } from '#features/billing/billable-work/contract.ts'
import { ROUNDING_MINUTES } from '#features/foundation/business/contract.ts'

export const CURRENCIES: readonly Currency[] = ['USD', 'EUR', 'JPY']

type Drawn<From> = From extends fc.Arbitrary<infer Value> ? Value : never

const currency = fc.constantFrom(...CURRENCIES)
/** In minor units. */
const rate = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 30_000 }))
/** In thousandths of an invoice's total. */
const part = fc.integer({ min: 1, max: 1000 })
const place = fc.nat({ max: 8 })
const daysBack = fc.nat({ max: 40 })

/** In thousandths of a percent. */
const taxRate = fc.oneof(fc.constantFrom(0, 7000, 19_000, 8875), fc.integer({ min: 500, max: 30_000 }))
const discount = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'none' as const, size: 0 }) },
  fc.record({ kind: fc.constant('percent' as const), size: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('amount' as const), size: part }),
)
const terms = fc.record({ taxRate, discount, dueIn: fc.option(fc.nat({ max: 40 })) })
export type TermsStep = Drawn<typeof terms>

/** Its quantity in ten-thousandths. */
const line = fc.record({
  quantity: fc.oneof(fc.constant(10_000), fc.integer({ min: 1000, max: 120_000 })),
  rate,
})

const log = fc.record({
  do: fc.constant('log' as const),
  project: place,
  seconds: fc.oneof(fc.integer({ min: 360, max: 20_000 }), fc.constantFrom(3600, 4800, 28_800)),
  daysBack,
  description: fc.constantFrom('Design', 'Calls'),
  isBillable: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  rate: fc.option(rate),
})

const bill = fc.record({
  do: fc.constant('bill' as const),
  project: place,
  others: fc.boolean(),
  most: fc.integer({ min: 1, max: 9 }),
  groupBy: fc.constantFrom(...GroupBy.options),
  terms,
  isSent: fc.boolean(),
})

const enter = fc.record({
  do: fc.constant('enter' as const),
  client: place,
  currency,
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  terms,
  isSent: fc.boolean(),
})

const pay = fc.record({
  do: fc.constant('pay' as const),
  invoice: place,
  share: fc.integer({ min: 1, max: 1500 }),
  fee: fc.nat({ max: 500 }),
  received: fc.option(fc.integer({ min: 0, max: 30_000 })),
  asCredit: fc.boolean(),
  daysBack,
})

const credit = fc.record({
  do: fc.constant('credit' as const),
  invoice: place,
  of: fc.constantFrom('all', 'line', 'amount'),
  line: place,
  share: part,
  isSent: fc.integer({ min: 0, max: 4 }).map((chance) => chance > 0),
})

const STEP = fc.oneof(
  { weight: 2, arbitrary: log },
  fc.record({
    do: fc.constant('round' as const),
    minutes: fc.constantFrom(...ROUNDING_MINUTES),
    mode: fc.constantFrom('nearest', 'up'),
  }),
  { weight: 2, arbitrary: bill },
  enter,
  { weight: 4, arbitrary: pay },
  fc.record({
    do: fc.constant('refund' as const),
    invoice: place,
    share: part,
    daysBack,
  }),
  fc.record({
    do: fc.constant('writeOff' as const),
    invoice: place,
    share: part,
    daysBack,
  }),
  fc.record({
    do: fc.constant('payWithCredit' as const),
    invoice: place,
  }),
  fc.record({
    do: fc.constant('reverse' as const),
    invoice: place,
    place,
    isUndone: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('setStatus' as const),
    invoice: place,
    status: fc.constantFrom('sent', 'paid', 'draft', 'cancelled'),
    isUndone: fc.boolean(),
  }),
  { weight: 2, arbitrary: credit },
  fc.record({
    do: fc.constant('correct' as const),
    invoice: place,
  }),
  fc.record({
    do: fc.constant('remove' as const),
    invoice: place,
    isUndone: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('changeTerms' as const),
    invoice: place,
    terms,
  }),
  fc.record({
    do: fc.constant('changeLine' as const),
    invoice: place,
    line: place,
    to: fc.option(line),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    days: fc.integer({ min: 1, max: 25 }),
  }),
)
export type Step = Drawn<typeof STEP>

export const HISTORY = fc.record({
  home: currency,
  isFinal: fc.boolean(),
  projects: fc.array(fc.record({ client: fc.nat({ max: 1 }), currency, rate, isDaily: fc.boolean() }), {
    minLength: 2,
    maxLength: 3,
  }),
  /** Two for each currency, in ten-thousandths. */
  rates: fc.array(fc.integer({ min: 20, max: 2_000_000 }), { minLength: 6, maxLength: 6 }),
  /** Work and invoices to begin with. */
  start: fc.array(fc.oneof(log, enter), { minLength: 4, maxLength: 8 }),
  steps: fc.array(STEP, { minLength: 8, maxLength: 24 }),
  /** Chooses the invoice whose PDF and XML are read. */
  sample: place,
})
export type History = Drawn<typeof HISTORY>
