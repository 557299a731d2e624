import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { DocumentLine, DocumentLineInput, MAX_LINES, TaxCategory } from '#core/document-lines.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { TaxRate } from '#core/number-schemas.ts'
import { ById, Id, Version } from '#core/schemas.ts'
import { required } from '#core/text.ts'
import { EInvoiceSyntax } from '#features/billing/documents/contract.ts'
import { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { Removed } from '#features/foundation/removals/contract.ts'

export const CreditNoteStatus = z.enum(['draft', 'sent'])
export type CreditNoteStatus = z.output<typeof CreditNoteStatus>

const CreditedLine = z.object({
  id: z.int(),
  ...DocumentLine.shape,
  item_id: z
    .int()
    .nullable()
    .meta({ description: 'The line of the invoice that it takes back; null if it is none of them.' }),
})
export type CreditedLine = z.output<typeof CreditedLine>

const Fields = z.object({
  id: z.int(),
  credit_note_number: z.string().meta({ description: '`Draft` until it is sent.', example: 'CN-0001' }),
  number: z.int().nullable(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  client_id: z.int(),
  client_name: z.string(),
  status: CreditNoteStatus,
  reason: z.string(),
  issue_date: DateOnly,
  currency: CurrencyCode,
  tax_category: TaxCategory,
  tax_rate: TaxRate,
  subtotal: Money,
  discount_amount: Money.meta({ description: "The part of the invoice's discount." }),
  tax_amount: Money,
  total: Money,
  home_total: HomeMoney.nullable().meta({ description: 'In the home currency; null until it is sent.' }),
  home_currency: CurrencyCode,
  correction_id: z
    .int()
    .nullable()
    .meta({ description: 'The corrected copy of the invoice, if it was made by `correct`.' }),
  correction_number: z.string().nullable(),
  sent_at: Instant.nullable(),
  items: z.array(CreditedLine),
  version: Version,
})
export const CreditNote = priced(Fields)
export type CreditNote = z.output<typeof CreditNote>

const Reason = required('Please say why', 1000)

const CreditedLineInput = DocumentLineInput.extend({
  item_id: Id.nullish().meta({ description: 'The line of the invoice that it takes back.' }),
})
export type CreditedLineInput = z.output<typeof CreditedLineInput>

export const CreditNoteInput = z.object({
  reason: Reason,
  issue_date: DateOnly.optional().meta({ description: 'Today if left out.' }),
  items: z
    .array(CreditedLineInput)
    .min(1, 'Add at least one line')
    .max(MAX_LINES, `A credit note has at most ${MAX_LINES} lines`)
    .optional()
    .meta({ description: 'If left out, everything that is not credited yet.' }),
})
export type CreditNoteInput = z.output<typeof CreditNoteInput>
export type CreditNoteForm = z.input<typeof CreditNoteInput>

export const CreditNoteChange = CreditNoteInput.partial()
export type CreditNoteChange = z.output<typeof CreditNoteChange>
export type CreditNoteChangeForm = z.input<typeof CreditNoteChange>

export const CreditNoteSending = z
  .object({
    mail: z.boolean().default(true).meta({ description: 'Whether the client gets it by email.' }),
  })
  .nullish()
  .transform((input) => ({ mail: input?.mail ?? true }))
export type CreditNoteSending = z.output<typeof CreditNoteSending>

export const CorrectionInput = z.object({ reason: Reason })
export type CorrectionInput = z.output<typeof CorrectionInput>
export type CorrectionForm = z.input<typeof CorrectionInput>

export const Correction = z.object({ credit_note: CreditNote, invoice: Invoice })
export type Correction = z.output<typeof Correction>

export const CreditNoteFilter = z.object({
  invoice_id: Id.optional().meta({ description: 'The invoice that is credited, or the corrected copy.' }),
  client_id: Id.optional(),
  status: CreditNoteStatus.optional(),
})
export type CreditNoteFilter = z.output<typeof CreditNoteFilter>

export const creditNotesApi = endpoints({
  create: {
    method: 'POST',
    path: '/api/invoices/{id}/credit-notes',
    access: 'account',
    summary: 'Draft a credit note for an issued invoice',
    description: '409 if it takes back more than is left of the invoice, with the remaining amount.',
    params: ById,
    body: CreditNoteInput,
    response: CreditNote,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  correct: {
    method: 'POST',
    path: '/api/invoices/{id}/correct',
    access: 'account',
    summary: 'Credit an issued invoice in full, and copy it into a draft',
    description: 'Both happen or neither does. Work that the invoice bills moves to the copy.',
    params: ById,
    body: CorrectionInput,
    response: Correction,
    status: 201,
    creates: true,
  },
  list: {
    method: 'GET',
    path: '/api/credit-notes',
    access: 'account',
    summary: 'Credit notes, newest first',
    query: CreditNoteFilter,
    response: z.array(CreditNote),
    paged: true,
  },
  get: {
    method: 'GET',
    path: '/api/credit-notes/{id}',
    access: 'account',
    summary: 'One credit note',
    params: ById,
    response: CreditNote,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/credit-notes/{id}',
    access: 'account',
    summary: 'Change the draft of a credit note',
    description: 'What is left out stays as it is. 409 `sealed` once it was sent.',
    params: ById,
    body: CreditNoteChange,
    response: CreditNote,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/credit-notes/{id}',
    access: 'account',
    summary: 'Delete the draft of a credit note',
    description: '409 `sealed` once it was sent.',
    params: ById,
    response: Removed,
    versioned: 'changed',
  },
  send: {
    method: 'POST',
    path: '/api/credit-notes/{id}/send',
    access: 'account',
    summary: 'Send a credit note: it gets its number, counts on the invoice, and no longer changes',
    description: '409 if more was credited since than the invoice has left, with the remaining amount.',
    params: ById,
    body: CreditNoteSending,
    response: CreditNote,
    versioned: 'changed',
  },
  pdf: {
    method: 'GET',
    path: '/api/credit-notes/{id}/pdf',
    access: 'account',
    summary: 'The credit note as a PDF',
    params: ById,
    download: 'application/pdf',
    response: FileContent,
  },
  eInvoice: {
    method: 'GET',
    path: '/api/credit-notes/{id}/e-invoice.xml',
    access: 'account',
    summary: 'The credit note as an e-invoice by EN 16931, of the type 381',
    params: ById,
    query: z.object({ syntax: EInvoiceSyntax.default('cii') }),
    download: 'application/xml',
    response: FileContent,
  },
})
