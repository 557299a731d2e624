import { z } from 'zod'
import { Instant, isTimeZone, TimeZone } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode } from '#core/money-schemas.ts'
import { ById, Done, Version } from '#core/schemas.ts'
import { line, maxLength } from '#core/text.ts'

export const User = z.object({
  id: z.int(),
  email: z.string(),
  google_user_data: z.object({ name: z.string().nullable(), picture: z.string().nullable() }),
  time_zone: z.string(),
  currency: CurrencyCode.meta({ description: 'The home currency, in which dashboard and reports count.' }),
  locale: z.string().meta({ description: 'The locale in which amounts are formatted.', example: 'en-US' }),
  business_name: z.string(),
  business_address: z.string(),
  created_at: Instant,
  version: Version,
  delete_at: Instant.nullable().meta({
    description: 'When the account will be removed, if you requested it. Until then other calls are refused.',
  }),
  demo: z
    .object({
      expires_at: Instant,
      is_anonymous: z.boolean().meta({ description: 'Whether it was opened without an account.' }),
    })
    .nullable()
    .meta({ description: 'Set while you use a demo instead of your own account.' }),
})
export type User = z.output<typeof User>

/** The time zone of the browser that signs in. */
export const BrowserTimeZone = z
  .string()
  .max(64)
  .transform((name) => (isTimeZone(name) ? name : undefined))
  .optional()
  .meta({
    description: "The browser's time zone, stored at the first sign-in. An unknown one is ignored.",
  })

export const AccountInput = z.object({
  business_name: line,
  business_address: maxLength(1000)
    .nullish()
    .transform((text) => text ?? ''),
  time_zone: z
    .string('Please choose a time zone')
    .min(1, 'Please choose a time zone')
    .pipe(TimeZone)
    .meta({ description: 'Decides what is today, this month and overdue.' }),
})
export type AccountInput = z.output<typeof AccountInput>
export type AccountForm = z.input<typeof AccountInput>

export const AccountSession = z.object({
  id: z.int(),
  device: z.string().meta({ description: 'The browser and system, such as "Chrome on macOS".' }),
  created_at: Instant,
  last_used_at: Instant.meta({ description: 'To within ten minutes.' }),
  expires_at: Instant,
  current: z.boolean().meta({ description: 'Whether this is the current session.' }),
})
export type AccountSession = z.output<typeof AccountSession>

export const accountApi = endpoints({
  me: {
    method: 'GET',
    path: '/api/users/me',
    access: 'account',
    summary: 'The current user',
    response: User,
    versioned: 'shown',
    whileClosing: true,
  },
  update: {
    method: 'PUT',
    path: '/api/users/me',
    access: 'account',
    summary: "Change the business's name and address, and the time zone",
    body: AccountInput,
    response: User,
    versioned: 'changed',
  },
  sessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'account',
    summary: 'Where you are signed in: the 100 sessions used last',
    response: z.array(AccountSession),
    whileClosing: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'account',
    summary: 'End every session except the current one',
    response: Done.extend({ ended: z.int() }),
    whileClosing: true,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    access: 'account',
    summary: 'End one session',
    params: ById,
    response: Done,
    whileClosing: true,
  },
})
