import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Locale } from '#core/locale.ts'
import { ById, Id, Version } from '#core/schemas.ts'
import { email, line, phone, required } from '#core/text.ts'
import { PortalAccessStatus } from '#features/portal-access/contract.ts'
import { Removed } from '#features/removals/contract.ts'

export const MAX_CONTACTS = 50

const LOCALE_DESCRIPTION =
  'The locale in which the portal writes dates and amounts; null for that of the business.'
const StoredLocale = z.string().nullable().meta({ description: LOCALE_DESCRIPTION })
const ChosenLocale = Locale.nullish()
  .transform((locale) => locale ?? null)
  .meta({ description: LOCALE_DESCRIPTION })

export const Contact = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  locale: StoredLocale,
  gets_invoices: z.boolean().meta({ description: 'Gets invoices, reminders and receipts, too.' }),
  gets_news: z.boolean().meta({ description: 'Is mailed about deliverables and comments, too.' }),
  unsubscribed_at: Instant.nullable().meta({
    description: 'Since when the contact wants no mails about news. Only the contact can change it.',
  }),
  portal: z.object({
    status: PortalAccessStatus.nullable().meta({ description: 'Null if the contact never had a link.' }),
    last_seen_at: Instant.nullable(),
  }),
  version: Version,
})
export type Contact = z.output<typeof Contact>

/** How a person is reached. */
const Reach = z.object({
  name: required('Name is required'),
  email: email('Please enter a valid email address'),
  phone: phone('Please enter a valid phone number'),
})

export const ContactInput = Reach.extend({
  role: line,
  locale: ChosenLocale,
  gets_invoices: z.boolean().default(false),
  gets_news: z.boolean().default(false),
}).refine(({ email, gets_invoices, gets_news }) => email !== '' || !(gets_invoices || gets_news), {
  path: ['email'],
  error: 'Is needed to send mail to this contact',
})
export type ContactInput = z.output<typeof ContactInput>
export type ContactForm = z.input<typeof ContactInput>

/** What the visitor of a portal sees and changes about themself. */
export const OwnDetails = z.object({
  is_contact: z.boolean().meta({ description: "False if the link is the client's own." }),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  locale: StoredLocale,
  pending_email: z
    .string()
    .nullable()
    .meta({ description: 'A new address that takes effect once it is confirmed by the link mailed to it.' }),
  version: Version,
})
export type OwnDetails = z.output<typeof OwnDetails>

export const OwnDetailsInput = Reach.extend({ locale: ChosenLocale })
export type OwnDetailsInput = z.output<typeof OwnDetailsInput>

const ContactParams = z.object({ id: Id, contactId: Id })

/** `{id}` is the client's. */
export const contactsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/clients/{id}/contacts',
    access: 'account',
    summary: 'The people who act for a client, with what they get by email',
    params: ById,
    response: z.array(Contact),
  },
  create: {
    method: 'POST',
    path: '/api/clients/{id}/contacts',
    access: 'account',
    summary: 'Add a contact to a client',
    description: `At most ${MAX_CONTACTS} for each client: 409 beyond that.`,
    params: ById,
    body: ContactInput,
    response: Contact,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/clients/{id}/contacts/{contactId}',
    access: 'account',
    summary: 'Change a contact',
    params: ContactParams,
    body: ContactInput,
    response: Contact,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/clients/{id}/contacts/{contactId}',
    access: 'account',
    summary: 'Remove a contact with name and details, and revoke their portal links',
    description: 'What the contact decided and wrote keeps the name.',
    params: ContactParams,
    response: Removed,
    versioned: 'changed',
  },
})

export const AddressChange = z.object({
  sender: z.string().meta({ description: 'Whose emails are to go to the address.' }),
  email: z.string(),
  confirmed_at: Instant.nullable(),
})
export type AddressChange = z.output<typeof AddressChange>

const ByCode = z.object({ code: z.string() })

/** `{code}` is from the link in the email to a new address. It opens nothing else. */
export const addressChangesApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/confirm-email/{code}',
    access: 'public',
    summary: 'The email address that the link confirms',
    params: ByCode,
    response: AddressChange,
  },
  confirm: {
    method: 'POST',
    path: '/api/confirm-email/{code}',
    access: 'public',
    summary: 'Confirm the email address, which takes effect with it',
    params: ByCode,
    response: AddressChange,
  },
})
