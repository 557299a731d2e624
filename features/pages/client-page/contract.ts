import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { HoursSum } from '#core/number-schemas.ts'
import { ById } from '#core/schemas.ts'
import { PaymentKind, PaymentMethod } from '#features/billing/payments/contract.ts'
import { Client } from '#features/engagement/clients/contract.ts'
import { PortalAccessStatus } from '#features/engagement/portal-access/contract.ts'
import { Activity } from '#features/foundation/activity/contract.ts'
import { MoneyFigure } from '#features/pages/money/contract.ts'

const UnbilledProject = z.object({
  project_id: z.int().nullable().meta({ description: 'Null for expenses without a project.' }),
  project_name: z.string().nullable(),
  currency: CurrencyCode,
  hours: HoursSum,
  time_amount: Money,
  expenses_amount: Money.meta({ description: 'With markups.' }),
  fees_amount: Money.meta({
    description: 'Fees of approved deliverables and completed milestones, and what is left of a fixed fee.',
  }),
  home_amount: HomeMoney.nullable().meta({ description: 'Null while no exchange rate is known.' }),
})
export type UnbilledProject = z.output<typeof UnbilledProject>

export const ClientOverview = priced(
  z.object({
    home_currency: CurrencyCode,
    unbilled: MoneyFigure.meta({
      description: 'What can be billed now: what `GET /api/unbilled/sums` adds up to for this client.',
    }),
    drafts: MoneyFigure,
    outstanding: MoneyFigure.meta({ description: 'What is left to pay on sent invoices.' }),
    overdue: MoneyFigure,
    paid_this_year: MoneyFigure,
    credit: MoneyFigure.meta({
      description: 'What was paid beyond invoices, and neither refunded nor used.',
    }),
    unbilled_projects: z
      .array(UnbilledProject)
      .meta({ description: 'One for each project and currency. They add up to `unbilled`.' }),
    portal: z.object({
      status: PortalAccessStatus.nullable().meta({ description: 'Null if the client never had a link.' }),
      last_seen_at: Instant.nullable(),
    }),
    projects_count: z.int(),
    invoices_count: z.int(),
  }),
)
export type ClientOverview = z.output<typeof ClientOverview>

export const StatementPeriod = z
  .object({
    from: DateOnly.optional().meta({ description: 'If left out, the first day of the year of `to`.' }),
    to: DateOnly.optional().meta({ description: 'If left out, today.' }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Must not be before the first day',
  })
export type StatementPeriod = z.output<typeof StatementPeriod>

const StatementLine = z.object({
  day: DateOnly,
  type: z.enum(['invoice', 'credit_note', 'payment', 'write_off', 'cancellation']),
  invoice_id: z.int(),
  invoice_number: z.string(),
  kind: PaymentKind.nullable().meta({ description: 'Null unless it is a payment.' }),
  method: PaymentMethod.nullable(),
  reference: z.string().meta({ description: 'Of a payment; the number of a credit note.' }),
  amount: Money.meta({
    description:
      'Positive for an invoice, negative for a payment, a credit note, a write-off or a cancellation, positive for a refund or a reversal.',
  }),
  balance: Money.meta({ description: 'What the client owes after it; negative for credit.' }),
})
export type StatementLine = z.output<typeof StatementLine>

const StatementInCurrency = z.object({
  currency: CurrencyCode,
  opening_balance: Money,
  invoiced: Money,
  paid: Money,
  written_off: Money,
  closing_balance: Money.meta({ description: 'Negative if the client has more credit than is owed.' }),
  credit: Money.meta({
    description: 'What was paid beyond invoices until the last day. The closing balance includes it.',
  }),
  lines: z.array(StatementLine).meta({ description: 'By day; invoices before payments and cancellations.' }),
})
export type StatementInCurrency = z.output<typeof StatementInCurrency>

export const Statement = priced(
  z.object({
    client_id: z.int(),
    from: DateOnly,
    to: DateOnly,
    currencies: z
      .array(StatementInCurrency)
      .meta({ description: 'One for each currency with a balance or a line; the home currency first.' }),
  }),
)
export type Statement = z.output<typeof Statement>

export const clientPageApi = endpoints({
  overview: {
    method: 'GET',
    path: '/api/clients/{id}/overview',
    access: 'account',
    summary: 'What a client owes, what is not billed yet, and whether the portal is used',
    params: ById,
    response: ClientOverview,
  },
  activity: {
    method: 'GET',
    path: '/api/clients/{id}/activity',
    access: 'account',
    summary: 'What happened with a client, its projects and invoices, newest first',
    params: ById,
    response: z.array(Activity),
    paged: true,
  },
  statement: {
    method: 'GET',
    path: '/api/clients/{id}/statement',
    access: 'account',
    summary: 'Statement of account: invoices and payments by day, with opening and closing balance',
    params: ById,
    query: StatementPeriod,
    response: Statement,
  },
  statementPdf: {
    method: 'GET',
    path: '/api/clients/{id}/statement.pdf',
    access: 'account',
    summary: 'The statement of account as PDF',
    params: ById,
    query: StatementPeriod,
    response: FileContent,
    download: 'application/pdf',
  },
  erase: {
    method: 'POST',
    path: '/api/clients/{id}/erase',
    access: 'account',
    summary: 'Erase the name and details of an archived client for good',
    description:
      'Invoices that were issued keep the name they were issued to, as tax law requires, and decisions stay with their document. 409 if the client is not archived.',
    params: ById,
    response: Client,
    versioned: 'changed',
  },
})
