import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { WorkFilter } from '#core/schemas.ts'
import { call } from '#web/data/api.ts'
import { billableWorkApi } from './contract.ts'

export const unbilledQuery = (filter: z.input<typeof WorkFilter>) =>
  queryOptions({
    queryKey: ['unbilled', filter],
    queryFn: () => call(billableWorkApi.unbilled, { query: filter }),
    placeholderData: keepPreviousData,
  })

export const unbilledSumsQuery = (filter: z.input<typeof WorkFilter>) =>
  queryOptions({
    queryKey: ['unbilled', 'sums', filter],
    queryFn: () => call(billableWorkApi.unbilledSums, { query: filter }),
  })
