import { z } from 'zod'

/** The invoice that bills work, if any. */
export const BillingStatus = z.object({
  is_billed: z.boolean().meta({ description: 'On an invoice that is not cancelled, or billed elsewhere.' }),
  invoice: z
    .object({ id: z.int(), invoice_number: z.string().meta({ example: 'INV-0042' }) })
    .nullable()
    .meta({ description: 'The invoice that bills it; null if it is not billed, or billed elsewhere.' }),
})
export type BillingStatus = z.output<typeof BillingStatus>
