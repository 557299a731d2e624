import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Clock, FolderKanban, Percent, Wallet } from 'lucide-react'
import { lazy } from 'react'
import {
  formatCount,
  formatDate,
  formatDecimalHours,
  formatHours,
  formatMoney,
  formatPercent,
} from '#core/format.ts'
import { usePlan } from '#features/foundation/subscription/client.ts'
import { FeatureGate } from '#features/foundation/subscription/feature-gate.tsx'
import { canUse } from '#features/foundation/subscription/rules.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { reportQuery } from './client.ts'
import type { Report, ReportQuery } from './contract.ts'
import { ExpenseBreakdown } from './expense-breakdown.tsx'
import { ExportMenu } from './export-menu.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { MonthTotals } from './month-totals.tsx'
import { CustomDates, PERIOD_PARAMETERS, PeriodPicker, usePeriod } from './period-picker.tsx'
import { Profitability } from './profitability.tsx'
import { growthMessage } from './rules/report.ts'
import { TimeUtilization } from './time-utilization.tsx'
import { TopClients } from './top-clients.tsx'

const ProfitAndLoss = lazy(async () => ({ default: (await import('./profit-and-loss.tsx')).ProfitAndLoss }))
const ProfitAndLossByMonth = lazy(async () => ({
  default: (await import('./profit-and-loss.tsx')).ProfitAndLossByMonth,
}))
const TaxCollected = lazy(async () => ({ default: (await import('./tax-collected.tsx')).TaxCollected }))
const Outstanding = lazy(async () => ({ default: (await import('./outstanding.tsx')).Outstanding }))
const ClientRevenue = lazy(async () => ({ default: (await import('./client-revenue.tsx')).ClientRevenue }))

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
      <FeatureGate feature="advanced_reports" loading={<ReportOf report={undefined} />}>
        <LoadedReport query={query} />
      </FeatureGate>
      {plan && !allowed && <MonthTotals />}
    </>
  )
}

function LoadedReport({ query }: { query: ReportQuery }) {
  const { data, isError, isPlaceholderData, refetch, isFetching } = useQuery(reportQuery(query))
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

const TABS = ['overview', 'profit-and-loss', 'taxes', 'outstanding', 'projects', 'clients'] as const

/** Without a report, shows its layout. The tabs share one report, but the code of all but the first is loaded when they are opened. */
function ReportOf({ report }: { report: Report | undefined }) {
  const [tab, setTab] = useTabLink(TABS, PERIOD_PARAMETERS)
  return (
    <Tabs
      label="Reports"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'overview', label: 'Overview', content: <Overview report={report} /> },
        {
          value: 'profit-and-loss',
          label: 'Profit and loss',
          content: (
            <div className="grid gap-6">
              <div className="max-w-2xl">
                <ProfitAndLoss report={report} />
              </div>
              <ProfitAndLossByMonth report={report} />
            </div>
          ),
        },
        { value: 'taxes', label: 'Taxes', content: <TaxCollected report={report} /> },
        {
          value: 'outstanding',
          label: 'Outstanding',
          content: (
            <div className="max-w-2xl">
              <Outstanding report={report} />
            </div>
          ),
        },
        {
          value: 'projects',
          label: 'Projects',
          content: (
            <div className="grid gap-6">
              <Profitability report={report} />
              <TimeUtilization report={report} />
            </div>
          ),
        },
        { value: 'clients', label: 'Clients', content: <ClientRevenue report={report} /> },
      ]}
    />
  )
}

function Overview({ report }: { report: Report | undefined }) {
  return (
    <div className="grid gap-6">
      <KeyFigures report={report} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <IncomeTrend report={report} />
        <ExpenseBreakdown report={report} />
      </div>
      <Profitability report={report} />
      <div className="grid gap-6 lg:grid-cols-2">
        <TopClients report={report} />
        <TimeUtilization report={report} />
      </div>
    </div>
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
        value={report && <Figure>{formatDecimalHours(report.timeUtilization.billableHours)}</Figure>}
        hint={<Hint>{report && `of ${formatHours(report.timeUtilization.totalHours)}`}</Hint>}
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
