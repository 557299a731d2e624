import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useChange, useList } from '#web/list.ts'
import { type Client, type ClientForm, clientsApi } from './contract.ts'

export const useClients = (q: string) => useList('clients', clientsApi.list, { q })

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: () => call(clientsApi.get, { params: { id } }),
  })

export const useCreateClient = () =>
  useChange<Client, ClientForm>({
    noun: 'clients',
    run: (body) => call(clientsApi.create, { body }),
    succeeded: () => 'Client created successfully',
    failed: 'Failed to save client',
  })

export const useUpdateClient = (id: number) =>
  useChange<Client, ClientForm>({
    noun: 'clients',
    run: (body) => call(clientsApi.update, { params: { id }, body }),
    apply: (client, form) => (client.id === id ? { ...client, ...withoutNulls(form) } : client),
    succeeded: () => 'Client updated successfully',
    failed: 'Failed to save client',
  })

export const useDeleteClient = () =>
  useChange<Client, Client>({
    noun: 'clients',
    run: ({ id }) => call(clientsApi.remove, { params: { id } }),
    apply: (client, deleted) => (client.id === deleted.id ? null : client),
    succeeded: () => 'Client deleted successfully',
    failed: 'Failed to delete client',
  })

const withoutNulls = ({ name, email, phone, company, address, notes }: ClientForm) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  company: company ?? '',
  address: address ?? '',
  notes: notes ?? '',
})
