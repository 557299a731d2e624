import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { live } from '#web/data/live.ts'
import { type MoneyFilter, moneyApi } from './contract.ts'

export const moneyQuery = (filter: MoneyFilter = {}) =>
  queryOptions({
    queryKey: ['money', filter],
    queryFn: () => call(moneyApi.money, { query: filter }),
    ...live,
  })
