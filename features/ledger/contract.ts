import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { enteredMoney, Money } from '#core/money-schemas.ts'
import { line } from '#core/text.ts'

export const PaymentMethod = z.enum(['bank_transfer', 'card', 'cash', 'check', 'paypal', 'other'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** Within a response that names the currency. */
export const Payment = z.object({
  id: z.int(),
  amount: Money,
  paid_on: DateOnly,
  method: PaymentMethod,
  reference: z.string(),
  created_at: Instant,
})
export type Payment = z.output<typeof Payment>

export const PAID_IN_FUTURE = 'Must not be in the future'

export const PaymentInput = z.object({
  amount: enteredMoney('Amount is required'),
  paid_on: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
  method: PaymentMethod.default('bank_transfer'),
  reference: line,
})
export type PaymentInput = z.output<typeof PaymentInput>
