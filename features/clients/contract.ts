import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode } from '#core/money-schemas.ts'
import { ById, Version } from '#core/schemas.ts'
import { email, line, phone, prose, required } from '#core/text.ts'

export const Client = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  address: z.string(),
  notes: z.string(),
  currency: CurrencyCode.meta({ description: 'Of new projects, invoices and expenses for this client.' }),
  has_history: z.boolean().meta({ description: 'Has projects or invoices: deleting archives it.' }),
  archived: z.boolean(),
  version: Version,
})
export type Client = z.output<typeof Client>

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

export const ClientDeletion = z.object({ success: z.literal(true), outcome: z.enum(['removed', 'archived']) })
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
    summary: 'One client',
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
    summary: 'Remove a client, or archive one that has projects or invoices',
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
