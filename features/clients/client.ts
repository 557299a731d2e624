import { queryOptions } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { call } from '#web/data/api.ts'
import { hasCode } from '#web/data/api-error.ts'
import { useChange, useList } from '#web/data/list.ts'
import { type Client, type ClientForm, clientsApi } from './contract.ts'
import { limitMessage } from './rules.ts'

export const useClients = (q: string, { archived = false } = {}) =>
  useList('clients', clientsApi.list, { q, archived: archived ? 'true' : undefined })

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: () => call(clientsApi.get, { params: { id } }),
  })

export const useCreateClient = () =>
  useChange<Client, ClientForm, Client>({
    noun: 'clients',
    run: (body) => call(clientsApi.create, { body }),
    succeeded: () => 'Client created successfully',
    failed: (error) => failedUnlessFull(error, 'Failed to save client'),
  })

export interface ClientChange {
  form: ClientForm
  ifMatch: IfMatch
}

export const useUpdateClient = (id: number) =>
  useChange<Client, ClientChange>({
    noun: 'clients',
    run: ({ form, ifMatch }) => call(clientsApi.update, { params: { id }, body: form, ifMatch }),
    apply: (client, { form }) => (client.id === id ? { ...client, ...withoutNulls(form) } : client),
    inForm: true,
    succeeded: () => 'Client updated successfully',
    failed: 'Failed to save client',
  })

export const useDeleteClient = () =>
  useChange<Client, Client>({
    noun: 'clients',
    run: ({ id, version }) => call(clientsApi.remove, { params: { id }, ifMatch: version }),
    apply: (client, deleted) => (client.id === deleted.id ? null : client),
    succeeded: () => 'Client deleted successfully',
    failed: 'Failed to delete client',
  })

export const useRestoreClient = () =>
  useChange<Client, Client>({
    noun: 'clients',
    run: ({ id }) => call(clientsApi.restore, { params: { id } }),
    apply: (client, restored) => (client.id === restored.id ? null : client),
    succeeded: () => 'Client restored successfully',
    failed: (error) => failedUnlessFull(error, 'Failed to restore client'),
  })

function failedUnlessFull(error: Error, failed: string): [title: string, description: string] {
  if (!hasCode(error, 'client_limit_reached')) return [failed, 'Please try again later']
  if (error.body.limit === undefined) return [error.message, error.body.details ?? '']
  const { title, wayOut } = limitMessage(error.body.limit)
  return [title, wayOut]
}

const withoutNulls = ({ name, email, phone, company, address, notes }: ClientForm) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  company: company ?? '',
  address: address ?? '',
  notes: notes ?? '',
})
