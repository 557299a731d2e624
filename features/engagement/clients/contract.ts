import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { CountryCode } from '#core/country.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { maxValue, minValue, numberOr } from '#core/number-schemas.ts'
import { ById, CopyAddresses, Version } from '#core/schemas.ts'
import { email, line, maxLength, phone, prose, required } from '#core/text.ts'
import { Removed } from '#features/foundation/removals/contract.ts'

export const Client = priced(
  z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    cc_emails: z.array(z.string()).meta({ description: 'Get a copy of every invoice that is mailed.' }),
    phone: z.string(),
    company: z.string(),
    address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: CountryCode,
    tax_id: z.string(),
    notes: z.string(),
    currency: CurrencyCode.meta({ description: 'Of new projects, invoices and expenses for this client.' }),
    hourly_rate: Money.nullable(),
    payment_terms_days: z
      .int()
      .nullable()
      .meta({ description: 'How many days after its issue date a new invoice is due.' }),
    approval_required: z.boolean().meta({ description: 'Whether invoices that are sent ask for approval.' }),
    reminders_enabled: z
      .boolean()
      .meta({ description: 'Whether the client gets automatic reminders of unpaid invoices.' }),
    mails_enabled: z.boolean().meta({
      description:
        'Whether the client is mailed about deliverables and comments. Invoices do not depend on it.',
    }),
    unsubscribed_at: Instant.nullable().meta({
      description: 'Since when the client wants no mails about them. Only the client can change it.',
    }),
    has_history: z
      .boolean()
      .meta({ description: 'Has projects, invoices or expenses: deleting archives it.' }),
    archived: z.boolean(),
    erased: z.boolean().meta({ description: 'Archived for good, without name and details.' }),
    version: Version,
  }),
)
export type Client = z.output<typeof Client>

const MAX_TERMS_DAYS = 365

const keptIfLeftOut = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ description: 'If left out, a changed client keeps its own.' })

const days = maxValue(MAX_TERMS_DAYS, minValue(0, numberOr('Is required', 'Must be a number of days')))

export const ClientInput = z.object({
  name: required('Client name is required'),
  email: email('Please enter a valid email address'),
  phone: phone('Please enter a valid phone number'),
  company: line,
  address: prose,
  notes: prose,
  currency: CurrencyCode.optional().meta({
    description: 'If left out, a new client has the home currency and a changed one keeps its own.',
  }),
  cc_emails: keptIfLeftOut(CopyAddresses),
  postal_code: keptIfLeftOut(maxLength(20)),
  city: keptIfLeftOut(maxLength(200)),
  country: keptIfLeftOut(CountryCode),
  tax_id: keptIfLeftOut(maxLength(50)),
  hourly_rate: keptIfLeftOut(EnteredMoney.nullable()),
  payment_terms_days: keptIfLeftOut(days.int('Must be a whole number').nullable()),
  approval_required: keptIfLeftOut(z.boolean()),
  reminders_enabled: keptIfLeftOut(z.boolean()),
  mails_enabled: keptIfLeftOut(z.boolean()),
})
export type ClientInput = z.output<typeof ClientInput>
export type ClientForm = z.input<typeof ClientInput>

export const ClientFilter = z.object({
  archived: z
    .enum(['false', 'true'])
    .optional()
    .meta({ description: '`true` for archived clients instead of active ones.' }),
})
export type ClientFilter = z.output<typeof ClientFilter>

export const ClientDeletion = Removed.extend({ outcome: z.enum(['removed', 'archived']) })
export type ClientDeletion = z.output<typeof ClientDeletion>

export const clientsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/clients',
    access: 'account',
    summary: 'Clients by name; `q` searches name, email and company',
    query: ClientFilter,
    response: z.array(Client),
    paged: true,
  },
  create: {
    method: 'POST',
    path: '/api/clients',
    access: 'account',
    summary: 'Add a client',
    body: ClientInput,
    response: Client,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/clients/{id}',
    access: 'account',
    summary: 'One client, archived or not',
    params: ById,
    response: Client,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/clients/{id}',
    access: 'account',
    summary: 'Change a client',
    params: ById,
    body: ClientInput,
    response: Client,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/clients/{id}',
    access: 'account',
    summary: 'Remove a client, or archive one that has projects, invoices or expenses',
    params: ById,
    response: ClientDeletion,
    versioned: 'changed',
  },
  restore: {
    method: 'POST',
    path: '/api/clients/{id}/restore',
    access: 'account',
    summary: 'Restore an archived client',
    description:
      'The client counts towards the plan again: 403 at the limit. 409 if the client is not archived. Portal links stay revoked.',
    params: ById,
    response: Client,
    versioned: 'shown',
  },
})
