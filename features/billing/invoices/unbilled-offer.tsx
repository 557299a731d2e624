import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#core/format.ts'
import { unbilledSumsQuery } from '#features/billing/billable-work/client.ts'
import { Button } from '#web/ui/button.tsx'

type UnbilledOfferProps = { clientId: number; onBill(): void }

/** Offers to bill what is unbilled of a client, instead of typing it into an invoice. */
export function UnbilledOffer({ clientId, onBill }: UnbilledOfferProps) {
  const { data } = useQuery(unbilledSumsQuery({ client_id: clientId }))
  if (!data || data.sums.length === 0) return null
  const amounts = data.sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return (
    <div className="flex items-center justify-between gap-3 rounded border border-blue-solid/35 bg-blue-soft px-4 py-2">
      <p className="font-medium text-blue-ink tabular-nums">{amounts} unbilled</p>
      <Button size="sm" onClick={onBill}>
        Bill it
      </Button>
    </div>
  )
}
