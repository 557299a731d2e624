import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { live } from '#web/data/live.ts'
import { attentionApi } from './contract.ts'

export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => call(attentionApi.get),
  ...live,
})
