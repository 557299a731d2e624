import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#core/format.ts'
import type { Unbilled } from '#features/billable-work/contract.ts'
import { RATE_MISSING } from '#features/currencies/rules.ts'
import { moneyQuery } from '#features/money/client.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'

type UnbilledTotalProps = {
  unbilled: Unbilled
  /** Of some days only. */
  isNarrowed: boolean
}

/** What all unbilled work comes to: in the home currency as on the dashboard; of some days, in each currency. */
export function UnbilledTotal({ unbilled, isNarrowed }: UnbilledTotalProps) {
  const { data: money, isError: failed } = useQuery({ ...moneyQuery({}), enabled: !isNarrowed })
  const all = money?.unbilled
  const inEach = unbilled.sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return (
    <Figures>
      <Figure
        large
        label="Unbilled"
        value={isNarrowed ? inEach : all && formatMoney(all.amount, money.home_currency)}
        failed={failed}
        hint={
          isNarrowed || !all
            ? undefined
            : [
                all.originals.length > 0 &&
                  `Includes ${all.originals.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')}`,
                !all.is_complete && RATE_MISSING,
              ]
                .filter(Boolean)
                .join(', ')
        }
      />
    </Figures>
  )
}
