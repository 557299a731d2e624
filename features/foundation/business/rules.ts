import type { DateOnly } from '#core/calendar.ts'
import type { Country } from '#core/country.ts'
import type { MinorUnits } from '#core/money.ts'
import { HOUR, type Seconds, type Thousandths } from '#core/units.ts'
import type { RoundingMode, WeekDay } from './contract.ts'

/** The freelancer's input besides the name and address of the account. */
export interface Profile {
  postal_code: string
  city: string
  country: string
  tax_id: string
  email: string
  phone: string
  website: string
  logo_id: number | null
  tax_name: string
  tax_rate: Thousandths
  payment_terms_days: number | null
  hourly_rate: MinorUnits | null
  notes: string
  footer: string
  payment_details: string
  invoice_mail_subject: string
  invoice_mail_text: string
  account_holder: string
  iban: string
  bic: string
  invoice_prefix: string
  issued_is_final: boolean
  hours_per_day: Seconds
  time_rounding_minutes: number
  time_rounding_mode: RoundingMode
  week_starts_on: WeekDay
}

/** With nothing entered. */
export const EMPTY_PROFILE: Profile = {
  postal_code: '',
  city: '',
  country: '',
  tax_id: '',
  email: '',
  phone: '',
  website: '',
  logo_id: null,
  tax_name: '',
  tax_rate: 0,
  payment_terms_days: null,
  hourly_rate: null,
  notes: '',
  footer: '',
  payment_details: '',
  invoice_mail_subject: '',
  invoice_mail_text: '',
  account_holder: '',
  iban: '',
  bic: '',
  invoice_prefix: 'INV-',
  issued_is_final: false,
  hours_per_day: 8 * HOUR,
  time_rounding_minutes: 0,
  time_rounding_mode: 'nearest',
  week_starts_on: 'monday',
}

/** In a prefix: the year of the issue date. */
export const YEAR = '{YYYY}'

/** The numbers that a document of this day is counted in. */
export interface NumberSeries {
  prefix: string
  /** 0 if the numbers do not restart each year. */
  year: number
}

/** A prefix with `{YYYY}` restarts the numbers each year: "{YYYY}-" counts 2026-0001, 2026-0002, 2027-0001. */
export function seriesAt(template: string, day: DateOnly): NumberSeries {
  const year = day.slice(0, 4)
  return template.includes(YEAR)
    ? { prefix: template.replaceAll(YEAR, year), year: Number(year) }
    : { prefix: template, year: 0 }
}

/** The number of a document that has none yet. */
export const UNNUMBERED = 'Draft'

/** "invoice INV-0001", or "the invoice proposal" as long as it has no number. */
export const invoiceName = (invoice_number: string): string =>
  invoice_number === UNNUMBERED ? 'the invoice proposal' : `invoice ${invoice_number}`

/** "INV-0001", "Draft", or "Proposal" for one that was sent without a number. */
export const invoiceTitle = ({
  invoice_number,
  status,
}: {
  invoice_number: string
  status: string
}): string =>
  invoice_number === UNNUMBERED && status !== 'draft' && status !== 'cancelled' ? 'Proposal' : invoice_number

/** Within a sentence: "INV-0001", "the draft for Studio North". */
export const invoiceInSentence = (invoice: {
  invoice_number: string
  status: string
  client_name: string
}): string =>
  invoice.invoice_number === UNNUMBERED
    ? `the ${invoiceTitle(invoice).toLowerCase()} for ${invoice.client_name}`
    : invoice.invoice_number

/** Details of the bank account that clients transfer money to. */
const BANK_DETAILS = ['account_holder', 'iban', 'bic', 'payment_details'] as const

export const hasOtherBankDetails = (before: Profile, after: Profile): boolean =>
  BANK_DETAILS.some((field) => before[field] !== after[field])

/** The reason why the home currency cannot change anymore. */
export const CURRENCY_LOCKED =
  'Your currency can no longer be changed, because an invoice has already been issued in it'

const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'
const FINAL_BY_LAW = new Set([...EU.split(' '), 'GB', 'NO', 'CH', 'JP'])

/** Countries whose law forbids changing an invoice once it was issued. */
export const requiresFinalInvoices = (country: Country): boolean => FINAL_BY_LAW.has(country)

/** The reason why invoices stay final. */
export const FINALITY_LOCKED = 'This stays on, because an invoice has already become final'

export type Rounding = Pick<Profile, 'time_rounding_minutes' | 'time_rounding_mode'>

/** Time as it is billed: rounded as the profile says, to at least one step. The same as `billed_time` in SQL. */
export function billedTime(time: Seconds, { time_rounding_minutes, time_rounding_mode }: Rounding): Seconds {
  if (time_rounding_minutes === 0) return time
  const step = time_rounding_minutes * 60
  const steps = time_rounding_mode === 'up' ? Math.ceil(time / step) : Math.round(time / step)
  return Math.max(1, steps) * step
}
