import type { Hundredths } from '#core/hundredths.ts'
import type { MinorUnits } from '#core/money.ts'
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
  tax_rate: Hundredths
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
  hours_per_day: Hundredths
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
  hours_per_day: 800,
  time_rounding_minutes: 0,
  time_rounding_mode: 'nearest',
  week_starts_on: 'monday',
}

/** Details of the bank account that clients transfer money to. */
const BANK_DETAILS = ['account_holder', 'iban', 'bic', 'payment_details'] as const

export const hasOtherBankDetails = (before: Profile, after: Profile): boolean =>
  BANK_DETAILS.some((field) => before[field] !== after[field])

/** The reason why the home currency cannot change anymore. */
export const CURRENCY_LOCKED =
  'Your currency can no longer be changed, because an invoice has already been issued in it'

/** Minutes of work, rounded as the profile says, to at least one step. */
export function roundMinutes(
  minutes: number,
  {
    time_rounding_minutes: step,
    time_rounding_mode,
  }: Pick<Profile, 'time_rounding_minutes' | 'time_rounding_mode'>,
): number {
  if (step === 0) return minutes
  const steps = time_rounding_mode === 'up' ? Math.ceil(minutes / step) : Math.round(minutes / step)
  return Math.max(1, steps) * step
}
