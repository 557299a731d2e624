import type { Country } from '#core/country.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { PAYMENT_TERMS_DAYS } from './clients.ts'
import { priceIn } from './units.ts'

/** The made-up business of a demo, and who runs it. */
export interface DemoStudio {
  person: string
  name: string
  address: string
  postal_code: string
  city: string
  country: Country
  email: string
  phone: string
  website: string
  payment_terms_days: number
  hourly_rate: MinorUnits
  payment_details: string
}

export const demoStudio = (currency: Currency): DemoStudio => ({
  person: 'Robin Avery',
  name: 'Avery Studio',
  address: '2140 Valencia Street',
  postal_code: '94110',
  city: 'San Francisco, CA',
  country: 'US',
  email: 'robin@averystudio.example',
  phone: '+1 415 555 0109',
  website: 'averystudio.example',
  payment_terms_days: PAYMENT_TERMS_DAYS,
  hourly_rate: priceIn(11_500, currency),
  payment_details: 'First Harbor Bank, account 000 440 218',
})

const DEMO_MILLISECONDS = 24 * 3_600_000

export const demoEnd = (now: Date): Date => new Date(now.getTime() + DEMO_MILLISECONDS)
