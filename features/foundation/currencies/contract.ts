import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, ExchangeRate } from '#core/money-schemas.ts'

export const ProposedRate = z.object({
  currency: CurrencyCode,
  home_currency: CurrencyCode,
  exchange_rate: ExchangeRate.nullable().meta({ description: 'Null if there is none to propose.' }),
  used_at: Instant.nullable().meta({ description: 'When this rate was last used; null if never.' }),
  reference_day: DateOnly.nullable().meta({
    description: "The day of the European Central Bank's reference rates, if it was computed from them.",
  }),
})
export type ProposedRate = z.output<typeof ProposedRate>

export const currenciesApi = endpoints({
  proposedRate: {
    method: 'GET',
    path: '/api/exchange-rates/{currency}',
    access: 'account',
    summary: 'The exchange rate that the next document in a currency starts with',
    params: z.object({ currency: CurrencyCode }),
    response: ProposedRate,
  },
})
