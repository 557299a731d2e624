import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { formatMoney } from '#core/format.ts'
import type { InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { cx } from '#web/ui/cx.ts'
import { FigureCell } from '#web/ui/figure-cells.tsx'
import { moneyQuery } from './client.ts'
import type { MoneyFilter } from './contract.ts'
import { MonthForecast } from './month-forecast.tsx'
import { describePart, type PartName } from './rules.ts'

const CELLS: { name: PartName; label: string; status?: InvoiceListStatus }[] = [
  { name: 'unbilled', label: 'Unbilled' },
  { name: 'drafts', label: 'Drafts', status: 'draft' },
  { name: 'waiting', label: 'Waiting for approval', status: 'awaiting_approval' },
  { name: 'unpaid', label: 'Unpaid', status: 'awaiting_payment' },
  { name: 'overdue', label: 'Overdue', status: 'overdue' },
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
  const today = useToday()
  return (
    <div
      data-tour="money"
      className={cx(
        'flex flex-col gap-px overflow-hidden rounded border border-hairline bg-hairline',
        className,
      )}
    >
      <nav aria-label="Amounts" className="grid grid-cols-2 gap-px md:grid-cols-5">
        {CELLS.map(({ name, label, status }, index) => (
          <FigureCell
            key={name}
            label={label}
            value={money && formatMoney(money[name].amount, money.home_currency)}
            failed={failed}
            hint={money && describePart(money[name], name, today)}
            to={status ? listPath(status) : unbilledPath}
            alarming={name === 'overdue' && money !== undefined && money.overdue.count > 0}
            muted={money !== undefined && money[name].count === 0}
            className={cx(index === 0 && 'max-md:col-span-2 max-md:[&>span]:min-h-[1lh]')}
          />
        ))}
      </nav>
      <MonthForecast money={money} failed={failed} filter={filter} isDetailed={isDetailed}>
        {children}
      </MonthForecast>
    </div>
  )
}
