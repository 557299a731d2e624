import { z } from 'zod'
import { DateOnly, MaybeDate, OptionalDate } from '#core/calendar.ts'
import { MAX_LINES, TaxCategory } from '#core/document-lines.ts'
import { CurrencyCode, EnteredMoney, ExchangeRate } from '#core/money-schemas.ts'
import { Percent, TaxRate } from '#core/number-schemas.ts'
import { OptionalId } from '#core/schemas.ts'
import { maxLength, prose } from '#core/text.ts'
import { Bill } from '#features/billing/billable-work/contract.ts'
import { InvoiceStatus } from './invoice.ts'
import { InvoiceItemInput } from './items.ts'

const IssueDate = z.string('Issue date is required').min(1, 'Issue date is required').pipe(DateOnly)

/** An empty date is none; undefined if it is left out. */
const OptionalDay = MaybeDate.transform((date) => (date === '' ? null : date))
/** Empty if null; undefined if it is left out. */
const Notes = maxLength(10_000)
  .nullish()
  .transform((text) => (text === null ? '' : text))

export const DUE_TOO_EARLY = 'Must not be before the issue date'
export const dueInTime = ({
  issue_date,
  due_date,
}: {
  issue_date: DateOnly
  due_date?: DateOnly | null | undefined
}) => due_date === null || due_date === undefined || due_date >= issue_date

const DISCOUNT = {
  discount_percent: Percent.nullish().meta({
    description: 'A discount in percent of the subtotal. It takes precedence over `discount_amount`.',
  }),
  discount_amount: EnteredMoney.nullish().meta({
    description: 'A discount as an amount, at most the subtotal; null for none.',
  }),
}

const SERVICE_PERIOD = { service_from: OptionalDay, service_to: OptionalDay }

export const SERVICE_ENDS_TOO_EARLY = 'Must not be before the first day'
export const serviceInOrder = ({
  service_from,
  service_to,
}: {
  service_from?: DateOnly | null | undefined
  service_to?: DateOnly | null | undefined
}) => !service_from || !service_to || service_to >= service_from

const ClientId = z.int('Client is required').min(1, 'Client is required').max(Number.MAX_SAFE_INTEGER)
const ProjectId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const InvoiceInput = z
  .object({
    client_id: ClientId,
    project_id: OptionalId,
    issue_date: IssueDate,
    due_date: OptionalDay.meta({
      description: 'If left out, the payment terms of the client or the profile decide.',
    }),
    ...SERVICE_PERIOD,
    tax_category: TaxCategory.optional().meta({ description: '`standard` if left out.' }),
    tax_rate: TaxRate.optional().meta({
      description: "If left out, the profile's. Only the category `standard` has one above zero.",
    }),
    ...DISCOUNT,
    currency: CurrencyCode.optional().meta({
      description: "If left out, the project's or the client's currency.",
    }),
    exchange_rate: ExchangeRate.nullish().meta({
      description:
        'Required to send an invoice in a currency other than the home currency. If left out, the one used last.',
    }),
    notes: Notes.meta({ description: "If left out, the profile's." }),
    items: z
      .array(InvoiceItemInput)
      .max(MAX_LINES, `An invoice has at most ${MAX_LINES} items`)
      .optional()
      .meta({ description: 'Items to create together with the invoice.' }),
    bill: Bill.optional().meta({
      description:
        'Unbilled work, for which items are made. The service period then goes from its first to its last day, unless it is given.',
    }),
  })
  .refine(dueInTime, { path: ['due_date'], error: DUE_TOO_EARLY })
  .refine(serviceInOrder, { path: ['service_to'], error: SERVICE_ENDS_TOO_EARLY })
export type InvoiceInput = z.output<typeof InvoiceInput>
export type InvoiceForm = z.input<typeof InvoiceInput>

/** Fields that are left out stay as they are. */
export const InvoiceChange = z.object({
  status: InvoiceStatus.optional(),
  client_id: ClientId.optional().meta({
    description:
      'Of a draft only. A project of another client is taken off, a due date that followed from the payment terms follows ' +
      'from the new ones, and an invoice without items gets the currency of the project or the client.',
  }),
  project_id: ProjectId.nullish().meta({ description: 'Of a draft only.' }),
  issue_date: IssueDate.optional(),
  due_date: OptionalDay,
  ...SERVICE_PERIOD,
  tax_category: TaxCategory.optional(),
  tax_rate: TaxRate.optional(),
  ...DISCOUNT,
  currency: CurrencyCode.optional().meta({ description: 'Of a draft only.' }),
  exchange_rate: ExchangeRate.nullish(),
  notes: Notes,
  reminders_enabled: z.boolean().optional(),
  paid_on: DateOnly.optional().meta({
    description: 'The day a paid invoice was paid; by default, the day it is marked as paid.',
  }),
})
export type InvoiceChange = z.output<typeof InvoiceChange>
export type InvoiceChangeForm = z.input<typeof InvoiceChange>

/** The schema of the form in the browser, which has both dates and can compare them. */
export const InvoiceDetails = z
  .object({
    client_id: ClientId,
    project_id: OptionalId,
    issue_date: IssueDate,
    due_date: OptionalDate,
    ...SERVICE_PERIOD,
    tax_category: TaxCategory,
    tax_rate: TaxRate,
    ...DISCOUNT,
    currency: CurrencyCode,
    exchange_rate: ExchangeRate.nullish(),
    notes: prose,
  })
  .refine(dueInTime, { path: ['due_date'], error: DUE_TOO_EARLY })
  .refine(serviceInOrder, { path: ['service_to'], error: SERVICE_ENDS_TOO_EARLY })
