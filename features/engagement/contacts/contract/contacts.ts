import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id, Version } from '#core/schemas.ts'
import { line } from '#core/text.ts'
import { PortalAccessStatus } from '#features/engagement/portal-access/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'
import { ChosenLocale, Reach, StoredLocale } from './own-details.ts'

export const MAX_CONTACTS = 50

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
    hasOwnVersion: true,
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
    hasOwnVersion: true,
  },
})
