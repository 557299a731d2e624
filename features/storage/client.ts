import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { storageApi } from './contract.ts'

export const storageQuery = queryOptions({ queryKey: ['storage'], queryFn: () => call(storageApi.usage) })
