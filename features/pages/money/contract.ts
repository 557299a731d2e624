import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Money as Amount, CurrencyCode, HomeMoney, priced } from '#core/money-schemas.ts'
import { Id } from '#core/schemas.ts'

const InCurrency = z.object({ currency: CurrencyCode, amount: Amount })

export const MoneyFigure = z.object({
  amount: HomeMoney.meta({ description: 'In the home currency, each document at its own rate.' }),
  originals: z.array(InCurrency).meta({ description: 'The parts in other currencies, as agreed.' }),
  is_complete: z
    .boolean()
    .meta({ description: 'False if something without an exchange rate is missing from the amount.' }),
  count: z.int(),
})
export type MoneyFigure = z.output<typeof MoneyFigure>

const MoneyPart = MoneyFigure.extend({
  oldest: DateOnly.nullable().meta({
    description:
      'The day of the oldest: of work its own, of an invoice when it was issued, of an overdue one when it was due.',
  }),
})
export type MoneyPart = z.output<typeof MoneyPart>

const ForecastPart = MoneyFigure.omit({ count: true })
export type ForecastPart = z.output<typeof ForecastPart>

const UpcomingInvoice = z.object({
  recurring_invoice_id: z.int(),
  client_name: z.string(),
  date: DateOnly,
  due_date: DateOnly.nullable().meta({ description: 'By the payment terms; null if there are none.' }),
  currency: CurrencyCode,
  amount: Amount.meta({ description: 'Of its items, with tax.' }),
  home_amount: HomeMoney.nullable().meta({ description: 'Null while no exchange rate is known.' }),
})
export type UpcomingInvoice = z.output<typeof UpcomingInvoice>

const Forecast = z.object({
  from: DateOnly,
  to: DateOnly,
  amount: HomeMoney.meta({ description: 'What was paid this month, and all of the following.' }),
  is_complete: z.boolean(),
  due: ForecastPart.meta({
    description: 'What is left to pay on invoices that are due by then, or at any time.',
  }),
  drafts: ForecastPart.meta({ description: 'Drafts that are due by then, or at any time.' }),
  recurring: ForecastPart.extend({
    invoices: z.array(UpcomingInvoice).meta({ description: 'They add up to the amount; by date.' }),
  }).meta({
    description: 'Invoices that recurring invoices are going to make and that are due by then, with tax.',
  }),
})
export type Forecast = z.output<typeof Forecast>

export const Money = priced(
  z.object({
    home_currency: CurrencyCode,
    unbilled: MoneyPart.meta({ description: 'What `GET /api/unbilled/sums` adds up to.' }),
    drafts: MoneyPart,
    waiting: MoneyPart.meta({ description: 'Sent, not overdue, and not approved yet.' }),
    unpaid: MoneyPart.meta({ description: 'Sent, not overdue, and not waiting for approval.' }),
    overdue: MoneyPart,
    paid_this_month: MoneyFigure.meta({ description: 'All payments of the month, with tax.' }),
    forecast: Forecast.meta({
      description:
        'What this month brings if all is paid when it is due. Work that is not billed yet is not part of it.',
    }),
  }),
)
export type Money = z.output<typeof Money>

export const MoneyFilter = z.object({ client_id: Id.optional(), project_id: Id.optional() })
export type MoneyFilter = z.output<typeof MoneyFilter>

export const moneyApi = endpoints({
  money: {
    method: 'GET',
    path: '/api/money',
    access: 'account',
    summary: 'Where the money is: from unbilled work to what is overdue, and a forecast of the month',
    description: 'Each invoice that is not paid or cancelled is in exactly one part.',
    query: MoneyFilter,
    response: Money,
  },
})
