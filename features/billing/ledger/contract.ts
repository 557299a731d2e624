import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { enteredMoney, Money } from '#core/money-schemas.ts'
import { line } from '#core/text.ts'

export const PaymentMethod = z.enum(['bank_transfer', 'card', 'cash', 'check', 'paypal', 'other', 'online'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** Of a payment that is entered by hand. */
export const EnteredMethod = PaymentMethod.exclude(['online'])

export const PaymentKind = z.enum(['payment', 'refund', 'dispute', 'reversal'])
export type PaymentKind = z.output<typeof PaymentKind>

/** Within a response that names the currency. */
export const Payment = z.object({
  id: z.int(),
  kind: PaymentKind,
  amount: Money.meta({
    description: 'What counts on the invoice. Negative for a refund, a dispute or a reversal.',
  }),
  surplus: Money.meta({ description: 'What was paid online beyond what the invoice asks for.' }),
  paid_on: DateOnly,
  method: PaymentMethod.meta({ description: '`online` was paid through the payment provider.' }),
  reference: z.string(),
  created_at: Instant,
})
export type Payment = z.output<typeof Payment>

export const PAID_IN_FUTURE = 'Must not be in the future'

export const PaymentInput = z.object({
  amount: enteredMoney('Amount is required'),
  paid_on: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
  method: EnteredMethod.default('bank_transfer'),
  reference: line,
})
export type PaymentInput = z.output<typeof PaymentInput>
