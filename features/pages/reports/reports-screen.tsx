import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { formatDate } from '#core/format.ts'
import { usePlan } from '#features/foundation/subscription/client.ts'
import { FeatureGate } from '#features/foundation/subscription/feature-gate.tsx'
import { canUse } from '#features/foundation/subscription/rules.ts'
import { failureOf } from '#web/data/list.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { reportQuery } from './client.ts'
import type { ReportQuery } from './contract.ts'
import { ExportMenu } from './export-menu.tsx'
import { MonthTotals } from './month-totals.tsx'
import { CustomDates, PeriodPicker, usePeriod } from './period-picker.tsx'
import { ReportTabs } from './report-tabs.tsx'

export function ReportsScreen() {
  const [query, setQuery] = usePeriod()
  const { plan } = usePlan()
  const allowed = canUse(plan, 'advanced_reports')
  const { data } = useQuery({ ...reportQuery(query), enabled: allowed })
  return (
    <>
      <PageHeader
        title="Reports"
        description={
          data ? `${formatDate(data.from)} to ${formatDate(data.to)}` : 'Your income, expenses and hours'
        }
        actions={
          allowed && (
            <>
              <PeriodPicker query={query} onChange={setQuery} />
              <ExportMenu query={query} />
            </>
          )
        }
      />
      {allowed && query.from && <CustomDates query={query} onChange={setQuery} />}
      <FeatureGate feature="advanced_reports" loading={<ReportTabs report={undefined} />}>
        <LoadedReport query={query} />
      </FeatureGate>
      {plan && !allowed && <MonthTotals />}
    </>
  )
}

function LoadedReport({ query }: { query: ReportQuery }) {
  const report = useQuery(reportQuery(query))
  const { data, isPlaceholderData } = report
  // A report takes long to render. Deferred, it lets the browser respond in between.
  const shown = useDeferredValue(data)
  const failure = failureOf(report)
  if (failure) return <LoadFailed what="The report" {...failure} />
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      <ReportTabs report={shown} />
    </div>
  )
}
