import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { formatMoney } from '#core/format.ts'
import type { InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotAvailable } from '#web/ui/stat-card.tsx'
import { moneyQuery } from './client.ts'
import type { Money, MoneyFilter, MoneyPart } from './contract.ts'
import { MonthForecast } from './month-forecast.tsx'
import { besidePart, describePart } from './rules.ts'

type PartName = 'unbilled' | 'drafts' | 'waiting' | 'unpaid' | 'overdue'

const CELLS: { name: PartName; label: string; noun: string; status?: InvoiceListStatus }[] = [
  { name: 'unbilled', label: 'Unbilled', noun: 'item' },
  { name: 'drafts', label: 'Drafts', noun: 'invoice', status: 'draft' },
  { name: 'waiting', label: 'Waiting for approval', noun: 'invoice', status: 'awaiting_approval' },
  { name: 'unpaid', label: 'Unpaid', noun: 'invoice', status: 'awaiting_payment' },
  { name: 'overdue', label: 'Overdue', noun: 'invoice', status: 'overdue' },
]

type MoneyStripProps = {
  /** A client or a project; the account if left out. */
  filter?: MoneyFilter
  /** The list of what is unbilled. */
  unbilledPath: To
  /** The list of the invoices with a status. Like the other, it adds up to what the strip says. */
  listPath(status: InvoiceListStatus): To
  /** True if the parts of the forecast show at once. */
  isDetailed?: boolean
  className?: string
  /** More figures beside those of the month. */
  children?: ReactNode
}

/** The money on its way: from unbilled work to overdue invoices, in the home currency. */
export function MoneyStrip(props: MoneyStripProps) {
  const { filter = {}, unbilledPath, listPath, isDetailed = false, className, children } = props
  const { data: money, isError: failed } = useQuery(moneyQuery(filter))
  return (
    <div
      data-tour="money"
      className={cx(
        'flex flex-col gap-px overflow-hidden rounded border border-hairline bg-hairline',
        className,
      )}
    >
      <nav aria-label="Amounts" className="grid grid-cols-2 gap-px md:grid-cols-5">
        {CELLS.map(({ name, label, noun, status }, index) => (
          <Link
            key={name}
            to={status ? listPath(status) : unbilledPath}
            className={cx(
              'row-span-3 grid min-w-0 grid-rows-subgrid gap-y-1 bg-surface p-4 transition-colors -outline-offset-2 hover:bg-sunken',
              index === 0 && 'max-md:col-span-2 max-md:[&>span]:min-h-[1lh]',
            )}
          >
            <span className="text-meta text-muted">{label}</span>
            {money ? (
              <Amount
                part={money[name]}
                noun={noun}
                money={money}
                isAlarming={name === 'overdue' && money.overdue.count > 0}
              />
            ) : (
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
      <MonthForecast money={money} failed={failed} filter={filter} isDetailed={isDetailed}>
        {children}
      </MonthForecast>
    </div>
  )
}

const amountStyle = 'text-lead font-semibold tracking-tight wrap-anywhere tabular-nums'
/** Also while loading, there is room for the age and the amount in another currency: on two lines where cells are narrow. */
const besideStyle = 'min-h-[2lh] text-meta text-faint tabular-nums min-[90rem]:min-h-[1lh]'

type AmountProps = { part: MoneyPart; noun: string; money: Money; isAlarming: boolean }

function Amount({ part, noun, money, isAlarming }: AmountProps) {
  const today = useToday()
  return (
    <>
      <span className={cx(amountStyle, isAlarming && 'text-red-ink')}>
        {formatMoney(part.amount, money.home_currency)}
      </span>
      <span aria-hidden="true" className={besideStyle}>
        {besidePart(part, today)}
      </span>
      <span className="sr-only">{describePart(part, noun, today)}</span>
    </>
  )
}
