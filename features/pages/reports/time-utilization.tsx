import type { ReactNode } from 'react'
import { formatHoursInColumn, formatPercent } from '#core/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Report } from './contract.ts'
import { NO_TIME } from './rules/report.ts'

export function TimeUtilization({ report }: { report: Report | undefined }) {
  return (
    <Panel title="Time Utilization">
      {report ? (
        <Utilization {...report.timeUtilization} />
      ) : (
        <Loading>
          <Skeleton className="h-44" />
        </Loading>
      )}
    </Panel>
  )
}

function Utilization(time: Report['timeUtilization']) {
  if (time.totalHours === 0) return <p className="py-9 text-center text-faint">{NO_TIME}</p>
  return (
    <>
      <div className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-surface" aria-hidden="true">
        <div className="bg-green-solid" style={{ width: `${time.billableRate / 100}%` }} />
        <div className="flex-1 bg-grey-solid" />
      </div>
      <dl className="mt-5 flex flex-col gap-3">
        <Figure name="Billable hours" mark="bg-green-solid">
          {formatHoursInColumn(time.billableHours)}
        </Figure>
        <Figure name="Non-billable hours" mark="bg-grey-solid">
          {formatHoursInColumn(time.nonBillableHours)}
        </Figure>
        <Figure name="Total hours">{formatHoursInColumn(time.totalHours)}</Figure>
        <Figure name="Billable rate">{formatPercent(time.billableRate)}</Figure>
      </dl>
    </>
  )
}

function Figure({ name, mark, children }: { name: string; mark?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-hairline pb-3 last:border-0 last:pb-0">
      <dt className="flex items-center gap-2 text-muted">
        {mark && <span aria-hidden="true" className={`size-2 rounded-full ${mark}`} />}
        {name}
      </dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
