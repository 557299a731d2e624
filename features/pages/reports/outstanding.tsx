import type { Currency } from '#core/currency.ts'
import { formatCount, formatMoney } from '#core/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Report } from './contract.ts'
import { ageLabel, NOTHING_OUTSTANDING } from './rules/report.ts'

export function Outstanding({ report }: { report: Report | undefined }) {
  return (
    <Panel
      title="Outstanding by Age"
      description="Today, by days past the due date"
      actions={
        report && report.totalOutstanding > 0 && <TextLink to="/invoices?status=unpaid">Invoices</TextLink>
      }
    >
      {report ? (
        <Ages report={report} />
      ) : (
        <Loading>
          <Skeleton className="h-56" />
        </Loading>
      )}
    </Panel>
  )
}

function Ages({ report }: { report: Report }) {
  const { outstandingByAge, totalOutstanding, currency } = report
  if (totalOutstanding === 0) return <p className="py-9 text-center text-faint">{NOTHING_OUTSTANDING}</p>
  return (
    <dl className="flex flex-col gap-3">
      {outstandingByAge.map((row) => (
        <AgeRow key={row.age} {...row} total={totalOutstanding} currency={currency} />
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-edge pt-3 font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{formatMoney(totalOutstanding, currency)}</dd>
      </div>
    </dl>
  )
}

type AgeRowProps = Report['outstandingByAge'][number] & { total: number; currency: Currency }

function AgeRow({ age, invoices, amount, total, currency }: AgeRowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1.5">
      <dt>
        {ageLabel[age]}
        {invoices > 0 && (
          <span className="text-meta text-faint">
            {' '}
            · {formatCount(invoices)} {invoices === 1 ? 'invoice' : 'invoices'}
          </span>
        )}
      </dt>
      <dd className={cx('tabular-nums', amount === 0 ? 'text-faint' : 'font-medium')}>
        {formatMoney(amount, currency)}
      </dd>
      <dd aria-hidden="true" className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={cx('h-full rounded-full', age === 'not_due' ? 'bg-blue-solid' : 'bg-red-solid')}
          style={{ width: `${(amount / total) * 100}%` }}
        />
      </dd>
    </div>
  )
}
