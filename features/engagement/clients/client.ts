import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { IfMatch } from '#core/endpoint.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { usageQuery } from '#features/foundation/subscription/client.ts'
import { call } from '#web/data/api.ts'
import { hasCode } from '#web/data/api-error.ts'
import { useBulkChange } from '#web/data/bulk-change.ts'
import { listQuery, useList, useListChange } from '#web/data/list.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { statusIn } from '#web/navigation/status-link.ts'
import { type Client, type ClientDeletion, type ClientForm, ClientInput, clientsApi } from './contract.ts'
import { deletionOutcome, limitMessage } from './rules.ts'

export const CLIENT_FILTERS = ['archived'] as const

const clientsQuery = (q: string, { archived = false } = {}) =>
  listQuery('clients', clientsApi.list, { q, archived: archived ? 'true' : undefined })

export const useClients = (...search: Parameters<typeof clientsQuery>) => useList(clientsQuery(...search))

export const clientsLoader = prefetchLoader((queryClient, search) => {
  const archived = statusIn(search, CLIENT_FILTERS) === 'archived'
  return [
    queryClient.ensureInfiniteQueryData(clientsQuery(searchIn(search), { archived })),
    queryClient.ensureQueryData(usageQuery),
  ]
})

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: () => call(clientsApi.get, { params: { id } }),
  })

/** The client that `?new&client=12` is for. */
export function useClientInAddress() {
  const [search] = useSearchParams()
  const id = Number(search.get('client'))
  const isNamed = Number.isSafeInteger(id) && id > 0
  const { data, isLoading } = useQuery({ ...clientQuery(id), enabled: isNamed })
  return { isNamed, client: data?.archived ? undefined : data, loading: isLoading }
}

/** For a form that needs a client: the one in the address, or else the only one there is. */
export function useProposedClient() {
  const { isNamed, ...named } = useClientInAddress()
  const { items } = useClients('')
  // A list that is loaded again, or in vain, does not take the form away.
  const [isListed, setListed] = useState(false)
  if (items && !isListed) setListed(true)
  if (isNamed) return named
  return { client: items?.length === 1 ? items[0] : undefined, loading: !isListed }
}

export const useCreateClient = (onUndone?: (id: number) => void) =>
  useListChange<Client, ClientForm, Client>({
    noun: 'clients',
    run: (body) => call(clientsApi.create, { body }),
    succeeded: () => 'Client created successfully',
    undo:
      ({ id, version }) =>
      async () => {
        await call(clientsApi.remove, { params: { id }, ifMatch: version })
        onUndone?.(id)
      },
    undone: 'Client removed',
    failed: (error) => savingFailed(error, 'Failed to save client'),
  })

export interface ClientChange {
  form: ClientForm
  ifMatch: IfMatch
}

export const useUpdateClient = (id: number) =>
  useListChange<Client, ClientChange>({
    noun: 'clients',
    run: ({ form, ifMatch }) => call(clientsApi.update, { params: { id }, body: form, ifMatch }),
    apply: (client, { form }) => {
      if (client.id !== id) return client
      return changed(client, form)
    },
    inForm: true,
    succeeded: () => 'Client updated successfully',
    failed: 'Failed to save client',
  })

/** A change of single texts, where the rest stays as it is shown. */
export const useChangeClientDetail = (shown: Client) =>
  useListChange<Client, Partial<ClientForm>, Client>({
    noun: 'clients',
    run: (detail) =>
      call(clientsApi.update, {
        params: { id: shown.id },
        body: { ...toForm(shown), ...detail },
        ifMatch: shown.version,
      }),
    apply: (client, detail) =>
      client.id === shown.id ? changed(client, { ...toForm(client), ...detail }) : client,
    succeeded: () => 'Client updated successfully',
    failed: 'Failed to save client',
  })

/** As the server will have it. */
function changed(client: Client, form: ClientForm): Client {
  const { hourly_rate: _, ...input } = ClientInput.parse(form)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const currency = input.currency ?? client.currency
  const { hourly_rate = fromRate(client) } = form
  return {
    ...client,
    ...given,
    hourly_rate: hourly_rate === null ? null : toMinorUnits(hourly_rate, currency),
  }
}

const fromRate = ({ hourly_rate, currency }: Client): number | null =>
  hourly_rate === null ? null : fromMinorUnits(hourly_rate, currency)

/** A client as form values. */
export const toForm = (client: Client): Required<ClientForm> => ({
  ...fieldsOf(ClientInput, client),
  hourly_rate: fromRate(client),
})

export const useDeleteClient = () =>
  useListChange<Client, Client, ClientDeletion>({
    noun: 'clients',
    run: ({ id, version }) => call(clientsApi.remove, { params: { id }, ifMatch: version }),
    apply: (client, deleted) => (client.id === deleted.id ? null : client),
    succeeded: ({ outcome }) => ['Client deleted successfully', deletionOutcome(outcome)],
    undo: undoRemoval,
    failed: 'Failed to delete client',
  })

export const useDeleteClients = () =>
  useBulkChange<Client, ClientDeletion>({
    noun: 'clients',
    one: 'client',
    done: 'deleted',
    run: ({ id, version }) => call(clientsApi.remove, { params: { id }, ifMatch: version }),
    undo: undoRemoval,
  })

export const useRestoreClient = () =>
  useListChange<Client, Client>({
    noun: 'clients',
    run: ({ id }) => call(clientsApi.restore, { params: { id } }),
    apply: (client, restored) => (client.id === restored.id ? null : client),
    succeeded: () => 'Client restored successfully',
    failed: (error) => savingFailed(error, 'Failed to restore client'),
  })

function savingFailed(error: Error, failed: string): [title: string, description: string] {
  if (!hasCode(error, 'client_limit_reached')) return [failed, 'Please try again later']
  if (error.body.limit === undefined) return [error.message, error.body.details ?? '']
  const { title, advice } = limitMessage(error.body.limit)
  return [title, advice]
}
