import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { maxLength } from '#core/text.ts'
import { Payment, PaymentInput } from '#features/billing/payments/contract.ts'

/** The client's word about a payment that the freelancer has not seen yet. */
export const PaidNotice = z.object({ paid_on: DateOnly, note: z.string(), created_at: Instant })
export type PaidNotice = z.output<typeof PaidNotice>

export const PaidNoticeInput = z
  .object({
    paid_on: DateOnly.optional().meta({ description: 'The day of the payment; today if left out.' }),
    note: maxLength(1000).nullish(),
  })
  .nullish()
  .transform((input) => ({ paid_on: input?.paid_on, note: input?.note ?? '' }))
export type PaidNoticeInput = z.output<typeof PaidNoticeInput>
export type PaidNoticeForm = z.input<typeof PaidNoticeInput>

export const InvoicePaymentInput = PaymentInput.extend({
  mail_receipt: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the client gets an email with the receipt.' }),
})
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>
export type InvoicePaymentForm = z.input<typeof InvoicePaymentInput>

export const PaymentList = priced(
  z.object({
    currency: CurrencyCode,
    home_currency: CurrencyCode,
    total: Money,
    amount_paid: Money,
    written_off: Money,
    balance: Money,
    payments: z.array(Payment).meta({ description: 'In the order in which they were entered.' }),
  }),
)
export type PaymentList = z.output<typeof PaymentList>
