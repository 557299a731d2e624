import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, type To } from 'react-router'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatMoney, formatMonth, formatMonthDay } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { RATE_MISSING } from '#features/foundation/currencies/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotAvailable } from '#web/ui/stat-card.tsx'
import type { Money, MoneyFilter } from './contract.ts'
import { ADD_RATE, forecastRows, invoicesOf } from './rules.ts'

type MonthForecastProps = {
  /** Undefined while loading. */
  money: Money | undefined
  failed: boolean
  filter: MoneyFilter
  isDetailed: boolean
  children: ReactNode
}

/** The payments of this month, its forecast, and the parts of that. */
export function MonthForecast({ money, failed, filter, isDetailed, children }: MonthForecastProps) {
  const [open, setOpen] = useState(isDetailed)
  const details = useId()
  const forecast = money?.forecast
  const today = useToday()
  return (
    <div className="bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        {/* Columns of their own width, so that nothing moves when the amounts are there. */}
        <dl className="grid grow gap-x-8 gap-y-1 md:auto-cols-fr md:grid-flow-col">
          <MonthFigure
            label="Paid this month"
            to={forecast && invoicesOf(filter, { paid_from: forecast.from, paid_to: forecast.to })}
            value={money && formatMoney(money.paid_this_month.amount, money.home_currency)}
            failed={failed}
          />
          {children}
          <MonthFigure
            label={`Forecast for ${formatMonth(today.slice(0, 7))}`}
            value={money && formatMoney(money.forecast.amount, money.home_currency)}
            failed={failed}
          />
        </dl>
        <Button
          size="sm"
          variant="ghost"
          className="-mx-2.5"
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
        >
          Breakdown
          <ChevronDown aria-hidden className={cx('transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <div id={details} hidden={!open}>
        {money && <Parts money={money} filter={filter} />}
      </div>
    </div>
  )
}

type MonthFigureProps = {
  label: string
  value: string | undefined
  failed: boolean
  to?: To | undefined
}

export function MonthFigure({ label, value, failed, to }: MonthFigureProps) {
  return (
    <div className="flex min-h-6 items-center gap-2 md:block">
      <dt className="text-meta text-muted">
        {to ? (
          <Link
            to={to}
            className="touch-target rounded-xs underline decoration-edge underline-offset-4 hover:text-ink"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="min-h-[1lh] font-semibold tabular-nums">
        {value ?? (failed ? <NotAvailable /> : <Skeleton className="h-4 w-20" />)}
      </dd>
    </div>
  )
}

function Parts({ money, filter }: { money: Money; filter: MoneyFilter }) {
  const { forecast, home_currency } = money
  const rows = forecastRows(money, filter)
  if (rows.length === 0) {
    return (
      <p className="pt-2 text-meta text-muted">
        Nothing was paid this month, and nothing is due until {formatDate(forecast.to)}.
      </p>
    )
  }
  return (
    <>
      <p className="pt-2 text-meta text-muted">
        The forecast is what you receive in {formatMonth(forecast.to.slice(0, 7))} if everything due by{' '}
        {formatMonthDay(forecast.to)} is paid. Work that is not billed yet is not included.
      </p>
      <ul className="flex flex-wrap items-start gap-x-8 pt-1 max-md:flex-col max-md:items-stretch">
        {rows.map(({ label, amount, is_complete, to }) => {
          const content = (
            <>
              <span>{is_complete ? label : `${label} (${ADD_RATE})`}</span>
              <span className="tabular-nums">{formatMoney(amount, home_currency)}</span>
            </>
          )
          return (
            <li key={label}>
              {to === null ? (
                <details>
                  <summary className={partStyle}>{content}</summary>
                  <Upcoming invoices={forecast.recurring.invoices} home={home_currency} />
                </details>
              ) : (
                <Link to={to} className={partStyle}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const partStyle =
  '-mx-2 flex min-h-8 list-none items-center justify-between gap-3 rounded px-2 text-meta text-muted hover:bg-sunken hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden'

type UpcomingProps = { invoices: Money['forecast']['recurring']['invoices']; home: Currency }

/** The invoices that are going to be made, each at what it counts for. */
const Upcoming = ({ invoices, home }: UpcomingProps) => (
  <ul aria-label="Recurring invoices" className="pb-1 pl-2">
    {invoices.map(({ recurring_invoice_id, client_name, date, currency, amount, home_amount }) => (
      <li key={`${recurring_invoice_id} ${date}`}>
        <Link to={`/recurring-invoices?edit=${recurring_invoice_id}`} className={partStyle}>
          <span className="min-w-0 truncate">
            {formatMonthDay(date)} · {client_name}
            {currency !== home && ` · ${formatMoney(amount, currency)}`}
          </span>
          <span className="tabular-nums">
            {home_amount === null ? RATE_MISSING : formatMoney(home_amount, home)}
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
