import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatMoney } from '#core/format.ts'
import type { WorkFilter } from '#core/schemas.ts'
import { unbilledSumsQuery } from '#features/billing/billable-work/client.ts'
import type { UnbilledSums } from '#features/billing/billable-work/contract.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'

/** The unbilled work in its currency or, if it has several, in the home currency, as on the dashboard. */
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
        value={data && formatMoney(...totalOf(data))}
        failed={failed}
        hint={data && hintOf(data)}
      />
    </Figures>
  )
}

const onlySum = ({ sums }: UnbilledSums) => (sums.length === 1 ? sums[0] : undefined)

function totalOf(unbilled: UnbilledSums): Parameters<typeof formatMoney> {
  const { amount, currency } = onlySum(unbilled) ?? {
    amount: unbilled.home_amount,
    currency: unbilled.home_currency,
  }
  return [amount, currency]
}

function hintOf(unbilled: UnbilledSums): string | undefined {
  const { home_amount, home_currency, is_complete, sums } = unbilled
  if (onlySum(unbilled)) {
    const isForeign = sums[0]?.currency !== home_currency
    return isForeign && is_complete ? `About ${formatMoney(home_amount, home_currency)}` : undefined
  }
  if (!is_complete) return 'Without work that has no exchange rate'
  const others = sums.filter(({ currency }) => currency !== home_currency)
  if (others.length === 0) return undefined
  const amounts = others.map(({ amount, currency }) => formatMoney(amount, currency))
  return `Includes ${new Intl.ListFormat('en').format(amounts)}`
}
