import { addDays, type DateOnly } from '#core/calendar.ts'
import type { Country } from '#core/country.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import type { Hundredths } from '#core/units.ts'
import { type At, priceIn } from './units.ts'

export interface DemoClient {
  name: string
  email: string
  phone: string
  company: string
  address: string
  postal_code: string
  city: string
  country: Country
  notes: string
  currency: Currency
  hourly_rate: MinorUnits | null
  payment_terms_days: number
  approval_required: boolean
  reminders_enabled: boolean
  name_key: string
  search: string
  archived_at: string | null
  created_at: string
}

export interface DemoContact {
  client: number
  name: string
  role: string
  email: string
  phone: string
  gets_invoices: boolean
  gets_news: boolean
  created_at: string
}

type Company = Pick<
  DemoClient,
  'name' | 'company' | 'email' | 'phone' | 'address' | 'postal_code' | 'city' | 'country'
> & { rate: Hundredths | null }

const CLIENTS: Company[] = [
  {
    name: 'Harbor & Pine',
    company: 'Harbor & Pine Coffee Roasters',
    email: 'maya@harborandpine.example',
    phone: '+1 415 555 0134',
    address: '480 Battery Street',
    postal_code: '94111',
    city: 'San Francisco, CA',
    country: 'US',
    rate: 11_500,
  },
  {
    name: 'Northwind Outdoor',
    company: 'Northwind Outdoor Co.',
    email: 'j.lindqvist@northwindoutdoor.example',
    phone: '+1 503 555 0118',
    address: '1220 NW Lovejoy Street',
    postal_code: '97209',
    city: 'Portland, OR',
    country: 'US',
    rate: 12_500,
  },
  {
    name: 'Atelier Moreau',
    company: 'Atelier Moreau SARL',
    email: 'camille@ateliermoreau.example',
    phone: '+33 1 70 18 55 02',
    address: '14 rue des Archives',
    postal_code: '75004',
    city: 'Paris',
    country: 'FR',
    rate: 12_000,
  },
  {
    name: 'Brightwell Clinic',
    company: 'Brightwell Family Clinic',
    email: 'office@brightwellclinic.example',
    phone: '+1 312 555 0176',
    address: '900 West Fulton Market',
    postal_code: '60607',
    city: 'Chicago, IL',
    country: 'US',
    rate: 13_500,
  },
  {
    name: 'Juniper Software',
    company: 'Juniper Software GmbH',
    email: 'thomas.keller@junipersoftware.example',
    phone: '+49 30 5550 1420',
    address: 'Torstraße 140',
    postal_code: '10119',
    city: 'Berlin',
    country: 'DE',
    rate: 14_000,
  },
  {
    name: 'Casa Verde',
    company: 'Casa Verde Interiors',
    email: 'lucia@casaverde.example',
    phone: '+1 512 555 0191',
    address: '1600 South Congress Avenue',
    postal_code: '78704',
    city: 'Austin, TX',
    country: 'US',
    rate: 9_000,
  },
  {
    name: 'The Reading Room',
    company: 'The Reading Room Festival',
    email: 'hello@readingroomfest.example',
    phone: '+44 20 7946 0321',
    address: "9 Lamb's Conduit Street",
    postal_code: 'WC1N 3NG',
    city: 'London',
    country: 'GB',
    rate: null,
  },
  {
    name: 'Oakline Realty',
    company: 'Oakline Realty Group',
    email: 'dana.wu@oaklinerealty.example',
    phone: '+1 206 555 0147',
    address: '2101 Fourth Avenue',
    postal_code: '98121',
    city: 'Seattle, WA',
    country: 'US',
    rate: 9_500,
  },
]

const ARCHIVED_CLIENT = 7
/** The client with a portal link. */
export const PORTAL_CLIENT = 1
/** The client abroad, billed in euros by a studio that counts in dollars. */
export const EURO_CLIENT = 2
/** The client whose invoices need no approval. */
export const UNASKED_CLIENT = 4
/** Payment terms of every client. */
export const PAYMENT_TERMS_DAYS = 30

/** Is called instead of reminded. */
const CALLED_CLIENT = 4

export function demoClients(today: DateOnly, at: At, home: Currency): DemoClient[] {
  return CLIENTS.map(({ rate, ...contact }, index) => {
    const { name, email, company } = contact
    const archived = index === ARCHIVED_CLIENT
    const currency = index === EURO_CLIENT && home === 'USD' ? 'EUR' : home
    return {
      ...contact,
      notes: index === 0 ? 'Prefers short calls on Tuesday mornings. Invoices go to accounts payable.' : '',
      currency,
      hourly_rate: rate === null ? null : priceIn(rate, currency),
      payment_terms_days: PAYMENT_TERMS_DAYS,
      approval_required: index !== UNASKED_CLIENT,
      reminders_enabled: index !== CALLED_CLIENT,
      name_key: foldCase(name),
      search: foldCase([name, email, company].join('\n')),
      archived_at: archived ? at(addDays(today, -120), 16) : null,
      created_at: at(addDays(today, -364 + index * 9), 9, 30),
    }
  })
}

/** The contact who reviews the work, and the one who pays the invoices. */
export const demoContacts = (today: DateOnly, at: At): DemoContact[] => [
  {
    client: PORTAL_CLIENT,
    name: REVIEWER,
    role: 'Head of design',
    email: 'ingrid.sato@northwindoutdoor.example',
    phone: '+1 503 555 0126',
    gets_invoices: false,
    gets_news: true,
    created_at: at(addDays(today, -58), 10),
  },
  {
    client: PORTAL_CLIENT,
    name: 'Paul Whitaker',
    role: 'Accounting',
    email: 'accounts@northwindoutdoor.example',
    phone: '',
    gets_invoices: true,
    gets_news: false,
    created_at: at(addDays(today, -1), 10),
  },
]

export const REVIEWER = 'Ingrid Sato'
