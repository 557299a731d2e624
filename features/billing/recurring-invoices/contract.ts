import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { DocumentLine, DocumentLineInput, TaxCategory } from '#core/document-lines.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, HoursSum, TaxRate } from '#core/number-schemas.ts'
import { ById, OptionalId, Version } from '#core/schemas.ts'
import { maxLength } from '#core/text.ts'
import { GroupBy } from '#features/billing/billable-work/contract.ts'
import {
  ENDS_TOO_EARLY,
  endsAfterStart,
  RecurrenceFields,
  recurrenceInput,
} from '#features/foundation/recurrence/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'

export const MAX_RECURRING_INVOICES = 200
export const MAX_RECURRING_ITEMS = 100

/** Fixed items each time, the unbilled work of the period, or items with hours included. */
export const RecurringKind = z.enum(['fixed', 'work', 'retainer'], 'Please choose what it bills')
export type RecurringKind = z.output<typeof RecurringKind>

/** Bills for the period before its date, or for the one that begins with it. */
export const Covers = z.enum(['past', 'coming'])
export type Covers = z.output<typeof Covers>

export const RecurringProblem = z.enum(['limit_reached', 'nothing_unbilled', 'not_made', 'not_sent'])
export type RecurringProblem = z.output<typeof RecurringProblem>

const RetainerUse = z.object({
  from: DateOnly,
  to: DateOnly,
  used_hours: HoursSum.meta({ description: 'Unbilled billable time in the period, as it is billed.' }),
  left_hours: HoursSum,
  extra_hours: HoursSum.meta({ description: 'What goes beyond the included hours.' }),
})
export type RetainerUse = z.output<typeof RetainerUse>

export const RecurringInvoice = priced(
  z.object({
    id: z.int(),
    client_id: z.int(),
    client_name: z.string(),
    project_id: z.int().nullable(),
    project_name: z.string().nullable(),
    kind: RecurringKind,
    currency: CurrencyCode,
    items: z.array(DocumentLine),
    amount: Money.meta({ description: 'The sum of the items, before tax.' }),
    group_by: GroupBy,
    included_hours: HoursSum.nullable().meta({ description: 'Of a retainer.' }),
    extra_rate: Money.nullable().meta({
      description: 'What an hour beyond the included ones costs; null if those are not billed.',
    }),
    covers: Covers,
    tax_category: TaxCategory,
    tax_rate: TaxRate.nullable().meta({ description: "Null for the profile's." }),
    notes: z.string().nullable().meta({ description: "Null for the profile's." }),
    auto_send: z
      .boolean()
      .meta({ description: 'Whether invoices are sent at once; otherwise they are drafts.' }),
    ...RecurrenceFields.shape,
    next_date: DateOnly.nullable().meta({
      description: 'When the next invoice is made; null while it is paused, and once it has ended.',
    }),
    next_dates: z.array(DateOnly).meta({ description: 'That date and the two after it.' }),
    use: RetainerUse.nullable().meta({
      description: 'Of a retainer: what is used of the hours until the next invoice.',
    }),
    problem: z
      .object({
        kind: RecurringProblem,
        date: DateOnly,
        reason: z.string().meta({ description: 'Why, in words; empty where the kind says it.' }),
      })
      .nullable()
      .meta({ description: 'What went wrong last, until an invoice is made as it should be.' }),
    last_invoice: z
      .object({ id: z.int(), invoice_number: z.string(), date: DateOnly })
      .nullable()
      .meta({ description: 'The newest invoice that it made, and for which date.' }),
    version: Version,
  }),
)
export type RecurringInvoice = z.output<typeof RecurringInvoice>

const Fields = z.object({
  client_id: z.int('Client is required').min(1, 'Client is required').max(Number.MAX_SAFE_INTEGER),
  project_id: OptionalId.meta({
    description:
      'The project of the invoices. Work is that of the project, or else of all projects of the client.',
  }),
  kind: RecurringKind,
  currency: CurrencyCode.optional().meta({
    description: "If left out, the project's or the client's. Work in other currencies stays unbilled.",
  }),
  items: z
    .array(DocumentLineInput)
    .max(MAX_RECURRING_ITEMS, `At most ${MAX_RECURRING_ITEMS} items`)
    .default([])
    .meta({ description: 'In addition to the work; required for the other kinds.' }),
  group_by: GroupBy.default('project').meta({ description: 'What makes a line of time.' }),
  included_hours: Hours(1)
    .nullish()
    .transform((hours) => hours ?? null),
  extra_rate: EnteredMoney.nullish().transform((rate) => rate ?? null),
  covers: Covers.default('past').meta({
    description: 'The service period of the invoices. Work is always that of the period before the date.',
  }),
  tax_category: TaxCategory.default('standard'),
  tax_rate: TaxRate.nullish().transform((rate) => rate ?? null),
  notes: maxLength(10_000)
    .nullish()
    .transform((notes) => notes ?? null),
  auto_send: z.boolean().default(false),
  ...recurrenceInput('Dates before today are left out.'),
})

export const RecurringInvoiceInput = Fields.refine(endsAfterStart, ENDS_TOO_EARLY)
  .refine(({ kind, items }) => kind === 'work' || items.length > 0, {
    path: ['items'],
    error: 'Add at least one item',
  })
  .refine(({ kind, included_hours }) => kind !== 'retainer' || included_hours !== null, {
    path: ['included_hours'],
    error: 'Included hours are required',
  })
  .refine(({ tax_category, tax_rate }) => tax_category === 'standard' || !tax_rate, {
    path: ['tax_rate'],
    error: 'Only the standard category has a tax rate',
  })
export type RecurringInvoiceInput = z.output<typeof RecurringInvoiceInput>
export type RecurringInvoiceForm = z.input<typeof RecurringInvoiceInput>

export const recurringInvoicesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/recurring-invoices',
    access: 'account',
    summary: 'Recurring invoices, by their next date; paused and ended ones last',
    response: z.array(RecurringInvoice),
  },
  create: {
    method: 'POST',
    path: '/api/recurring-invoices',
    access: 'account',
    summary: 'Add a recurring invoice',
    description:
      'Each date becomes an invoice of its own, which counts towards the plan. At the limit it waits until there is room. ' +
      `An account has at most ${MAX_RECURRING_INVOICES}.`,
    body: RecurringInvoiceInput,
    response: RecurringInvoice,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/recurring-invoices/{id}',
    access: 'account',
    summary: 'One recurring invoice',
    params: ById,
    response: RecurringInvoice,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/recurring-invoices/{id}',
    access: 'account',
    summary: 'Change a recurring invoice; invoices that were made stay as they are',
    params: ById,
    body: RecurringInvoiceInput,
    response: RecurringInvoice,
    versioned: 'changed',
  },
  pause: {
    method: 'POST',
    path: '/api/recurring-invoices/{id}/pause',
    access: 'account',
    summary: 'Pause a recurring invoice: no invoices are made until it is resumed',
    params: ById,
    response: RecurringInvoice,
    versioned: 'changed',
  },
  resume: {
    method: 'POST',
    path: '/api/recurring-invoices/{id}/resume',
    access: 'account',
    summary: 'Resume a recurring invoice; dates during the pause are left out',
    params: ById,
    response: RecurringInvoice,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/recurring-invoices/{id}',
    access: 'account',
    summary: 'Remove a recurring invoice; invoices that were made stay',
    params: ById,
    response: Removed,
    versioned: 'changed',
  },
})
