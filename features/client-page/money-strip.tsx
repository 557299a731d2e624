import { Link, type To } from 'react-router'
import { formatCount, formatMoney } from '#core/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotAvailable } from '#web/ui/stat-card.tsx'
import type { ClientFigure, ClientOverview } from './contract.ts'

type FigureName = 'unbilled' | 'drafts' | 'outstanding' | 'overdue' | 'paid_this_year'

/** Each leads to a list that adds up to it. */
const CELLS: { name: FigureName; label: string; noun: string; to: To }[] = [
  { name: 'unbilled', label: 'Unbilled', noun: 'item', to: { search: '', hash: 'unbilled' } },
  { name: 'drafts', label: 'Drafts', noun: 'invoice', to: { search: 'tab=invoices&status=draft' } },
  {
    name: 'outstanding',
    label: 'Outstanding',
    noun: 'invoice',
    to: { search: 'tab=invoices&status=unpaid' },
  },
  { name: 'overdue', label: 'Overdue', noun: 'invoice', to: { search: 'tab=invoices&status=overdue' } },
  { name: 'paid_this_year', label: 'Paid this year', noun: 'payment', to: { search: '', hash: 'statement' } },
]

type MoneyStripProps = { overview: ClientOverview | undefined; failed: boolean }

/** What a client owes, from work that is not billed yet to what was paid, in the home currency. */
export function MoneyStrip({ overview, failed }: MoneyStripProps) {
  return (
    <nav
      aria-label="Amounts"
      className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded border border-hairline bg-hairline md:grid-cols-5"
    >
      {CELLS.map(({ name, label, noun, to }, index) => (
        <Link
          key={name}
          to={to}
          className={cx(
            'flex min-w-0 flex-col gap-1 bg-surface p-4 transition-colors -outline-offset-2 hover:bg-sunken',
            index === 0 && 'max-md:col-span-2',
          )}
        >
          <span className="text-meta text-muted">{label}</span>
          {overview && (
            <Amount
              figure={overview[name]}
              noun={noun}
              home={overview.home_currency}
              isAlarming={name === 'overdue' && overview.overdue.amount > 0}
            />
          )}
          {!overview && (
            <>
              <span className={amountStyle}>
                {failed ? <NotAvailable /> : <Skeleton className="h-[1lh] w-24" />}
              </span>
              <span className={besideStyle} />
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

const amountStyle = 'text-lead font-semibold tracking-tight wrap-anywhere tabular-nums'
/** Two lines are reserved, also while loading, for a count and the amount in another currency. */
const besideStyle = 'min-h-[2lh] text-meta text-faint tabular-nums'

type AmountProps = { figure: ClientFigure; noun: string; home: string; isAlarming: boolean }

function Amount({ figure, noun, home, isAlarming }: AmountProps) {
  const { amount, originals, is_complete, count } = figure
  const beside = originals.map((original) => formatMoney(original.amount, original.currency)).join(' + ')
  return (
    <>
      <span className={cx(amountStyle, isAlarming && 'text-red-ink')}>{formatMoney(amount, home)}</span>
      <span className={besideStyle}>
        {[
          count > 0 && `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`,
          beside,
          !is_complete && 'exchange rate missing',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}
