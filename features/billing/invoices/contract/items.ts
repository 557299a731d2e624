import { z } from 'zod'
import { DocumentLine, DocumentLineInput, MAX_LINES } from '#core/document-lines.ts'
import { CurrencyCode, priced } from '#core/money-schemas.ts'
import { Version } from '#core/schemas.ts'
import { BilledWork } from '#features/billing/billable-work/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'

export const InvoiceItem = z.object({
  id: z.int(),
  ...DocumentLine.shape,
  work: BilledWork.nullable().meta({ description: 'What it bills; null if it was entered by hand.' }),
})
export type InvoiceItem = z.output<typeof InvoiceItem>

/** The version of an invoice after a change of its items. */
const AfterChange = z.object({ invoice_version: Version })

export const SavedItem = priced(InvoiceItem.extend({ currency: CurrencyCode, ...AfterChange.shape }))
export type SavedItem = z.output<typeof SavedItem>

export const ItemRemoval = Removed.extend(AfterChange.shape)
export type ItemRemoval = z.output<typeof ItemRemoval>

export const InvoiceItemInput = DocumentLineInput
export type InvoiceItemInput = z.output<typeof InvoiceItemInput>
export type InvoiceItemForm = z.input<typeof InvoiceItemInput>

export const ItemOrder = z.object({
  item_ids: z
    .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
    .max(MAX_LINES, `An invoice has at most ${MAX_LINES} items`)
    .meta({ description: 'All items of the invoice, in their new order.' }),
})
export type ItemOrder = z.output<typeof ItemOrder>
