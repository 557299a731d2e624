import { countOf, formatMoney } from '#core/format.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Account } from './contract/home.ts'

/** The client's debt and this year's payments, a line for each currency. */
export function Accounts({ accounts }: { accounts: Account[] }) {
  if (accounts.length === 0) return null
  return (
    <Card className="divide-y divide-hairline">
      {accounts.map(({ currency, owed, owed_count, paid_this_year, paid_count }) => (
        <dl key={currency} className="grid grid-cols-2 divide-x divide-hairline">
          <Sum term="You owe" amount={formatMoney(owed, currency)} count={owed_count} />
          <Sum term="Paid this year" amount={formatMoney(paid_this_year, currency)} count={paid_count} />
        </dl>
      ))}
    </Card>
  )
}

type SumProps = { term: string; amount: string; count: number }

function Sum({ term, amount, count }: SumProps) {
  return (
    <div className="min-w-0 p-4 md:px-5">
      <dt className="text-meta text-muted">{term}</dt>
      <dd
        className={cx(
          '@container text-heading font-semibold tracking-tight wrap-anywhere tabular-nums',
          count === 0 && 'text-faint',
        )}
      >
        <span className={cx(amount.length > 12 && '@max-[10rem]:text-body')}>{amount}</span>
      </dd>
      <dd className="text-meta text-faint">{countOf(count, 'invoice')}</dd>
    </div>
  )
}
