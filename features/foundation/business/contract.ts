import { z } from 'zod'
import { compactIban, isBic, isIban } from '#core/bank-details.ts'
import { DateOnly } from '#core/calendar.ts'
import { CountryCode } from '#core/country.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { Locale } from '#core/locale.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, hours, TaxRate } from '#core/number-schemas.ts'
import { Id, Version } from '#core/schemas.ts'
import { isEmail, isPhone, maxLength } from '#core/text.ts'
import { toSeconds } from '#core/units.ts'
import { RemovalId } from '#features/foundation/removals/contract.ts'

export const RoundingMode = z.enum(['nearest', 'up'])
export type RoundingMode = z.output<typeof RoundingMode>

export const WeekDay = z.enum(['monday', 'saturday', 'sunday'])
export type WeekDay = z.output<typeof WeekDay>

export const ROUNDING_MINUTES = [0, 1, 5, 6, 10, 15, 30] as const

export const MAX_LOGO_BYTES = 2 * 1024 * 1024
export const MAX_LOGO_PIXELS = 4_000_000

const BusinessFields = z.object({
  name: z.string(),
  address: z.string().meta({ description: 'Street lines.' }),
  postal_code: z.string(),
  city: z.string(),
  country: z.string().meta({ description: 'ISO 3166-1, two letters; empty if not entered.' }),
  tax_id: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  logo_id: z.int().nullable().meta({ description: 'Changes with the logo; null if there is none.' }),
  currency: CurrencyCode,
  currency_locked: z
    .boolean()
    .meta({ description: 'Whether an invoice was issued, so that the currency can no longer change.' }),
  locale: z.string().meta({ description: 'The locale in which amounts are formatted.', example: 'en-US' }),
  tax_name: z.string().meta({ example: 'VAT' }),
  tax_rate: TaxRate,
  payment_terms_days: z.int().nullable(),
  hourly_rate: Money.nullable(),
  notes: z.string(),
  footer: z.string(),
  payment_details: z.string(),
  invoice_mail_subject: z.string().meta({
    description: "Of mails with an invoice; empty for Daybook's own. `{number}` and the like are filled in.",
  }),
  invoice_mail_text: z.string().meta({ description: 'Paragraphs, separated by an empty line.' }),
  account_holder: z.string(),
  iban: z.string(),
  bic: z.string(),
  invoice_prefix: z.string().meta({
    description: 'With `{YYYY}` for the year of the issue date, the numbers restart each year.',
    example: 'INV-',
  }),
  next_invoice_number: z.int().meta({ description: 'Of this year, if the numbers restart each year.' }),
  issued_is_final: z.boolean().meta({
    description:
      'Whether an invoice becomes final when it is sent, approved or paid. It gets its number then, and drafts have none.',
  }),
  finality_locked: z
    .boolean()
    .meta({ description: 'Whether an invoice has become final, so that this can no longer be turned off.' }),
  newest_issue_date: DateOnly.nullable().meta({
    description: 'The latest issue date of an issued invoice; null if there is none.',
  }),
  hours_per_day: Hours(0).meta({
    description: 'How many hours a day has where work is billed by the day.',
  }),
  time_rounding_minutes: z.int().meta({ description: '0 for no rounding.' }),
  time_rounding_mode: RoundingMode,
  week_starts_on: WeekDay,
  version: Version,
})

export const Business = priced(BusinessFields)
export type Business = z.output<typeof Business>

/** The profile without the logo; `removal_id` is null if there was none. */
export const LogoRemoval = priced(BusinessFields.extend({ removal_id: RemovalId.nullable() }))
export type LogoRemoval = z.output<typeof LogoRemoval>

const text = (length: number) =>
  maxLength(length)
    .nullable()
    .transform((entered) => entered ?? '')
    .optional()

const oneLine = (length: number) =>
  maxLength(length)
    .refine((entered) => !/\p{Control}/u.test(entered), 'Must be one line')
    .nullable()
    .transform((entered) => entered ?? '')
    .optional()

const checked = (length: number, check: (entered: string) => boolean, message: string) =>
  maxLength(length)
    .refine((entered) => entered === '' || check(entered), message)
    .nullable()
    .transform((entered) => entered ?? '')
    .optional()

const isWebsite = (entered: string) =>
  /^(?:https?:\/\/)?[^\s/@:][^\s/@:.]*\.[^\s/@:]+(?:[/:]\S*)?$/i.test(entered)

/** Omitted fields stay as they are. */
export const BusinessInput = z.object({
  name: text(200),
  address: text(1000),
  postal_code: text(20),
  city: text(200),
  country: CountryCode.optional(),
  tax_id: text(50),
  email: checked(200, isEmail, 'Please enter a valid email address'),
  phone: checked(200, isPhone, 'Please enter a valid phone number'),
  website: checked(200, isWebsite, 'Please enter a valid web address'),
  currency: CurrencyCode.optional().meta({
    description: 'The home currency. 409 once something was issued. What is there keeps its figures.',
  }),
  locale: Locale.optional(),
  tax_name: text(30),
  tax_rate: TaxRate.optional(),
  payment_terms_days: z
    .int('Must be a whole number')
    .min(0, 'Must be at least 0')
    .max(365, 'Must be at most 365')
    .nullable()
    .optional()
    .meta({ description: 'How many days after its issue date a new invoice is due.' }),
  hourly_rate: EnteredMoney.nullable().optional(),
  notes: text(10_000),
  footer: text(1000),
  payment_details: text(1000),
  invoice_mail_subject: oneLine(200),
  invoice_mail_text: text(5000),
  account_holder: text(200),
  iban: maxLength(50)
    .nullable()
    .transform((entered) => compactIban(entered ?? ''))
    .refine((iban) => iban === '' || isIban(iban), 'This IBAN contains a typo')
    .optional(),
  bic: maxLength(20)
    .nullable()
    .transform((entered) => compactIban(entered ?? ''))
    .refine((bic) => bic === '' || isBic(bic), 'A BIC has eight or eleven characters')
    .optional(),
  invoice_prefix: maxLength(20)
    .nullable()
    .transform((entered) => (entered ?? '').replace(/\{0+1\}$/, ''))
    .optional()
    .meta({
      description:
        'With `{YYYY}`, as in `{YYYY}-`, the numbers restart each year. `{0001}` at the end goes without saying.',
    }),
  next_invoice_number: z
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(999_999_999, 'Must be at most 999,999,999')
    .optional()
    .meta({ description: 'Must be higher than every number used so far.' }),
  issued_is_final: z.boolean().optional().meta({
    description:
      'Drafts that nobody received lose their number. 409 `sealed` to turn it off once an invoice is final.',
  }),
  hours_per_day: hours({ min: toSeconds(1), max: toSeconds(24) }).optional(),
  time_rounding_minutes: z.literal(ROUNDING_MINUTES).optional(),
  time_rounding_mode: RoundingMode.optional(),
  week_starts_on: WeekDay.optional(),
})
export type BusinessInput = z.output<typeof BusinessInput>
export type BusinessForm = z.input<typeof BusinessInput>

export const LogoQuery = z.object({
  id: Id.optional().meta({ description: 'An earlier logo that an issued invoice still shows.' }),
})

export const businessApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/business',
    access: 'account',
    summary: 'The business profile: what documents say about you, and what new ones start with',
    response: Business,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/business',
    access: 'account',
    summary: 'Change the business profile; what is left out stays as it is',
    description: 'The profile and the account have one version. Invoices that left draft keep what they say.',
    body: BusinessInput,
    response: Business,
    versioned: 'changed',
  },
  logo: {
    method: 'GET',
    path: '/api/business/logo',
    access: 'account',
    summary: 'The logo',
    query: LogoQuery,
    download: 'application/octet-stream',
    response: FileContent,
  },
  uploadLogo: {
    method: 'PUT',
    path: '/api/business/logo',
    access: 'account',
    summary: 'Upload a logo: PNG, JPEG or WebP',
    description: `Only the image itself is kept, without metadata. It can have ${MAX_LOGO_PIXELS / 1e6} megapixels.`,
    upload: { limitBytes: MAX_LOGO_BYTES },
    response: Business,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/api/business/logo',
    access: 'account',
    summary: 'Remove the logo; issued invoices keep it',
    response: LogoRemoval,
  },
})
