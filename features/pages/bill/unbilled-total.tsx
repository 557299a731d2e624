import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatMoney } from '#core/format.ts'
import type { WorkFilter } from '#core/schemas.ts'
import { unbilledSumsQuery } from '#features/billing/billable-work/client.ts'
import type { UnbilledSums } from '#features/billing/billable-work/contract.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'

/** The unbilled work in the home currency, as on the dashboard. */
export function UnbilledTotal({ filter }: { filter: z.input<typeof WorkFilter> }) {
  const { data, isError: failed } = useQuery({
    ...unbilledSumsQuery(filter),
    placeholderData: keepPreviousData,
  })
  return (
    <Figures>
      <Figure
        large
        label="Unbilled"
        value={data && formatMoney(data.home_amount, data.home_currency)}
        failed={failed}
        hint={data && hintOf(data)}
      />
    </Figures>
  )
}

function hintOf({ home_currency, is_complete, sums }: UnbilledSums): string | undefined {
  if (!is_complete) return 'Without work that has no exchange rate'
  const others = sums.filter(({ currency }) => currency !== home_currency)
  if (others.length === 0) return undefined
  return `Includes ${others.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')}`
}
