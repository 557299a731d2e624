import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Clock, FolderKanban, Percent, Wallet } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatCount, formatDate, formatHundredths, formatMoney, formatPercent } from '#core/format.ts'
import { usePlan } from '#features/subscription/client.ts'
import { FeatureGate } from '#features/subscription/feature-gate.tsx'
import { canUse } from '#features/subscription/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { reportQuery } from './client.ts'
import { DEFAULT_TIME_RANGE, type Report, TimeRange } from './contract.ts'
import { ExpenseBreakdown } from './expense-breakdown.tsx'
import { ExportMenu } from './export-menu.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { Profitability } from './profitability.tsx'
import { growthMessage, rangeLabel } from './rules.ts'
import { TimeUtilization } from './time-utilization.tsx'
import { TopClients } from './top-clients.tsx'

export function ReportsScreen() {
  const [timeRange, setTimeRange] = useTimeRange()
  const { plan } = usePlan()
  const allowed = canUse(plan, 'advanced_reports')
  const { data } = useQuery({ ...reportQuery(timeRange), enabled: allowed })
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
              <div className="md:w-40">
                <Select
                  aria-label="Time range"
                  options={RANGES}
                  value={timeRange}
                  onValueChange={setTimeRange}
                />
              </div>
              <ExportMenu timeRange={timeRange} />
            </>
          )
        }
      />
      <FeatureGate feature="advanced_reports" loading={<ReportOf report={undefined} />}>
        <LoadedReport timeRange={timeRange} />
      </FeatureGate>
    </>
  )
}

const RANGES = TimeRange.options.map((value) => ({ value, label: rangeLabel[value] }))

/** The range is part of the address, so that a report can be bookmarked and shared. */
function useTimeRange(): [TimeRange, (timeRange: TimeRange) => void] {
  const [search, setSearch] = useSearchParams()
  const { data: timeRange = DEFAULT_TIME_RANGE } = TimeRange.safeParse(search.get('range'))
  return [timeRange, (range) => setSearch({ range }, { replace: true, preventScrollReset: true })]
}

function LoadedReport({ timeRange }: { timeRange: TimeRange }) {
  const { data, isError, isPlaceholderData, refetch, isFetching } = useQuery(reportQuery(timeRange))
  if (!data && isError) {
    return (
      <Card>
        <EmptyState
          icon={<ChartColumn />}
          title="The report could not be loaded"
          text="Please try again in a moment."
          action={
            <Button onClick={() => void refetch()} pending={isFetching}>
              Try again
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      <ReportOf report={data} />
    </div>
  )
}

/** Without a report, shows its layout. */
function ReportOf({ report }: { report: Report | undefined }) {
  return (
    <>
      <KeyFigures report={report} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <IncomeTrend report={report} />
        <ExpenseBreakdown report={report} />
      </div>
      <Profitability report={report} />
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <TopClients report={report} />
        <TimeUtilization report={report} />
      </div>
    </>
  )
}

function KeyFigures({ report }: { report: Report | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Revenue"
        value={report && <Figure>{formatMoney(report.totalRevenue, report.currency)}</Figure>}
        hint={<Hint>{report && growthMessage(report)}</Hint>}
        icon={<Wallet aria-hidden />}
      />
      <StatCard
        label="Billable Hours"
        value={report && <Figure>{formatHundredths(report.timeUtilization.billableHours)}</Figure>}
        hint={<Hint>{report && `of ${formatHundredths(report.timeUtilization.totalHours)} hours`}</Hint>}
        icon={<Clock aria-hidden />}
      />
      <StatCard
        label="Active Projects"
        value={report && <Figure>{formatCount(report.activeProjects)}</Figure>}
        hint={<Hint>{report && `${formatCount(report.projectProfitability.length)} in this range`}</Hint>}
        icon={<FolderKanban aria-hidden />}
      />
      <StatCard
        label="Overall Profit Margin"
        value={report && <Figure>{formatPercent(report.profitMargin)}</Figure>}
        hint={<Hint>{report && `${formatMoney(report.profit, report.currency)} profit`}</Hint>}
        icon={<Percent aria-hidden />}
      />
    </div>
  )
}

/** Two fit side by side on a phone, with cents. */
function Figure({ children }: { children: string }) {
  return <span className="max-sm:text-heading">{children}</span>
}

/**
 * The longest hint takes three lines on a phone and two in a row of four. Space is reserved for it, also while
 * loading.
 */
function Hint({ children }: { children: string | undefined }) {
  return <span className="block min-h-lh max-sm:min-h-[3lh] xl:min-h-[2lh]">{children}</span>
}
