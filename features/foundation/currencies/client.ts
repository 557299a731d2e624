import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Currency } from '#core/currency.ts'
import { call } from '#web/data/api.ts'
import { currenciesApi } from './contract.ts'

const proposedRateQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['exchange-rates', currency],
    queryFn: () => call(currenciesApi.proposedRate, { params: { currency } }),
  })

/** The rate that a document in this currency starts with; undefined while it is not known. */
export const useProposedRate = (currency: Currency, enabled: boolean) =>
  useQuery({ ...proposedRateQuery(currency), enabled }).data
