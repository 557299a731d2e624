import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { HoursSum } from '#core/number-schemas.ts'
import { Activity } from '#features/foundation/activity/contract.ts'

export const DashboardStats = priced(
  z.object({
    currency: CurrencyCode,
    clientsCount: z.int().meta({ description: 'Clients that are not archived.' }),
    newClientsCount: z.int().meta({ description: 'How many of them were added this month.' }),
    projectsCount: z.int().meta({ description: 'Projects whose status is active.' }),
    nearBudgetCount: z
      .int()
      .meta({ description: 'How many of them have used 80 % of their budget, or more.' }),
    thisMonthHours: HoursSum.meta({
      description: "Hours dated in the current month of the account's time zone.",
    }),
    thisMonthBillableHours: HoursSum.meta({ description: 'The part of them that is billable.' }),
    pendingInvoicesTotal: Money.meta({ description: 'The total of sent and overdue invoices.' }),
    overdueInvoicesCount: z.int().meta({ description: 'How many of them are overdue.' }),
    waitingInvoicesCount: z.int().meta({ description: 'Recurring invoices that wait for room in the plan.' }),
  }),
)
export type DashboardStats = z.output<typeof DashboardStats>

export const dashboardApi = endpoints({
  stats: {
    method: 'GET',
    path: '/api/dashboard/stats',
    access: 'account',
    summary: 'The four dashboard figures',
    response: DashboardStats,
  },
  recentActivity: {
    method: 'GET',
    path: '/api/dashboard/recent-activity',
    access: 'account',
    summary: 'The ten latest activities, newest first',
    response: z.array(Activity),
  },
})
