import { Clock, FolderKanban, Percent, Wallet } from 'lucide-react'
import { lazy } from 'react'
import { formatCount, formatDecimalHours, formatHours, formatMoney, formatPercent } from '#core/format.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { cx } from '#web/ui/cx.ts'
import { Jumps } from '#web/ui/jumps.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Report } from './contract.ts'
import { ExpenseBreakdown } from './expense-breakdown.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { PERIOD_PARAMETERS } from './period-picker.tsx'
import { Profitability } from './profitability.tsx'
import { ReportNextSteps } from './report-next-steps.tsx'
import { growthMessage, isEmpty } from './rules/report.ts'
import { TimeUtilization } from './time-utilization.tsx'
import { TopClients } from './top-clients.tsx'

const ProfitAndLoss = lazy(async () => ({ default: (await import('./profit-and-loss.tsx')).ProfitAndLoss }))
const ProfitAndLossByMonth = lazy(async () => ({
  default: (await import('./profit-and-loss.tsx')).ProfitAndLossByMonth,
}))
const TaxCollected = lazy(async () => ({ default: (await import('./tax-collected.tsx')).TaxCollected }))
const Outstanding = lazy(async () => ({ default: (await import('./outstanding.tsx')).Outstanding }))
const ClientRevenue = lazy(async () => ({ default: (await import('./client-revenue.tsx')).ClientRevenue }))

const TABS = ['overview', 'profit-and-loss', 'taxes', 'outstanding', 'projects', 'clients'] as const

/** Without a report, shows its layout. The tabs share one report, but the code of all but the first is loaded when they are opened. */
export function ReportTabs({ report }: { report: Report | undefined }) {
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
              <div className="grid items-start gap-6 xl:grid-cols-2">
                <ProfitAndLoss report={report} />
                <ExpenseBreakdown report={report} />
              </div>
              <ProfitAndLossByMonth report={report} />
            </div>
          ),
        },
        { value: 'taxes', label: 'Taxes', content: <TaxCollected report={report} /> },
        {
          value: 'outstanding',
          label: 'Outstanding',
          content: <Outstanding report={report} />,
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

const SECTIONS = {
  income: 'Income',
  expenses: 'Expenses',
  profitability: 'Projects',
  'top-clients': 'Clients',
  time: 'Time',
}

function Overview({ report }: { report: Report | undefined }) {
  return (
    <>
      <Jumps label="Sections of the report" sections={SECTIONS} />
      <div className="grid gap-6">
        <KeyFigures report={report} />
        {report ? (
          <Sections report={report} />
        ) : (
          <Loading>
            <Skeleton className="h-105" />
          </Loading>
        )}
      </div>
    </>
  )
}

/** Not before the report is there, since an empty one has something else above them. */
function Sections({ report }: { report: Report }) {
  const hasNothing = isEmpty(report)
  return (
    <>
      {hasNothing && <ReportNextSteps />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div id="income">
          <IncomeTrend report={report} isSmallIfEmpty={hasNothing} />
        </div>
        <div id="expenses">
          <ExpenseBreakdown report={report} isSmallIfEmpty={hasNothing} />
        </div>
      </div>
      <div id="profitability">
        <Profitability report={report} />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <div id="top-clients" className="grid">
          <TopClients report={report} />
        </div>
        <div id="time" className="grid">
          <TimeUtilization report={report} />
        </div>
      </div>
    </>
  )
}

function KeyFigures({ report }: { report: Report | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Revenue"
        value={report && formatMoney(report.totalRevenue, report.currency)}
        hint={<Hint isLong>{report && growthMessage(report)}</Hint>}
        icon={<Wallet aria-hidden />}
      />
      <StatCard
        label="Billable Hours"
        value={report && formatDecimalHours(report.timeUtilization.billableHours)}
        hint={<Hint>{report && `of ${formatHours(report.timeUtilization.totalHours)}`}</Hint>}
        icon={<Clock aria-hidden />}
      />
      <StatCard
        label="Active Projects"
        value={report && formatCount(report.activeProjects)}
        hint={<Hint>{report && `${formatCount(report.projectProfitability.length)} in this range`}</Hint>}
        icon={<FolderKanban aria-hidden />}
      />
      <StatCard
        label="Overall Profit Margin"
        value={report && formatPercent(report.profitMargin)}
        hint={<Hint>{report && `${formatMoney(report.profit, report.currency)} profit`}</Hint>}
        icon={<Percent aria-hidden />}
      />
    </div>
  )
}

type HintProps = { isLong?: boolean; children: string | undefined }

/**
 * A long hint takes three lines on a phone and two in a row of four. Space is reserved for it, also while
 * loading.
 */
function Hint({ isLong = false, children }: HintProps) {
  const lines = isLong ? 'max-sm:min-h-[3lh] xl:min-h-[2lh]' : 'max-[23rem]:min-h-[2lh]'
  return <span className={cx('block min-h-lh', lines)}>{children}</span>
}
