import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/data/api.ts'
import { type ClientFigures, listFiguresApi, type ProjectFigures } from './contract.ts'

export const clientFiguresQuery = queryOptions({
  queryKey: ['clients', 'figures'],
  queryFn: () => call(listFiguresApi.clients),
})

export const projectFiguresQuery = queryOptions({
  queryKey: ['projects', 'figures'],
  queryFn: () => call(listFiguresApi.projects),
})

/** By the id of the client; undefined until they are loaded. */
export function useClientFigures(): ReadonlyMap<number, ClientFigures> | undefined {
  const { data } = useQuery(clientFiguresQuery)
  return useMemo(() => data && new Map(data.map((figures) => [figures.client_id, figures])), [data])
}

/** By the id of the project; undefined until they are loaded. */
export function useProjectFigures(): ReadonlyMap<number, ProjectFigures> | undefined {
  const { data } = useQuery(projectFiguresQuery)
  return useMemo(() => data && new Map(data.map((figures) => [figures.project_id, figures])), [data])
}
