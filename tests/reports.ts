import { rangeOf } from '#features/pages/reports/rules/period.ts'
import { type Sums, toReport } from '#features/pages/reports/rules/report.ts'

const EMPTY: Sums = {
  activeProjects: 0,
  thisMonth: 0,
  lastMonth: 0,
  billableHours: 0,
  nonBillableHours: 0,
  projects: [],
  unassigned: { revenue: 0, expenses: 0 },
  months: [],
  categories: [],
  clients: [],
  taxes: [],
  spending: [],
  costs: [],
  ages: [],
}

const TODAY = '2026-11-15'
const DAYS = { timeRange: 'last3months' as const, ...rangeOf('last3months', TODAY), today: TODAY }

/** A report of the last three months on 15 November 2026. */
export const reportWith = (sums: Partial<Sums>) => toReport(DAYS, { ...EMPTY, ...sums }, 'USD')
