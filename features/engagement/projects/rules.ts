import { countOf, formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import { percentage } from '#core/money.ts'
import type { Hundredths } from '#core/units.ts'
import type {
  Billing,
  InvoiceOnApproval,
  Project,
  ProjectDeletion,
  ProjectDetail,
  ProjectStatus,
} from './contract.ts'

export const LIMIT_REACHED = 'Project Limit Reached'

export const limitReachedText = (limit: number | undefined): string =>
  limit === undefined
    ? 'You have reached your plan’s project limit. Upgrade your plan to create more.'
    : `You have reached the limit of ${countOf(limit, 'project')}. Upgrade your plan to create more.`

/** `on_hold` reads "on hold". */
export const statusText = (status: ProjectStatus): string => status.replaceAll('_', ' ')

/** "On hold", where it stands alone. */
export function statusTitle(status: ProjectStatus): string {
  const text = statusText(status)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Asked before a project is deleted. One with a history is marked as cancelled. */
export const deletionQuestion = ({ name, has_history }: Pick<Project, 'name' | 'has_history'>) =>
  has_history
    ? {
        title: `Delete ${name}? It will be marked as cancelled.`,
        consequences:
          'There are time entries, expenses, invoices or client decisions for this project, so its history is kept. You can reactivate it later.',
      }
    : {
        title: `Delete ${name}?`,
        consequences: 'This project has no time entries, expenses or invoices and will be removed.',
      }

/** Tells afterwards what became of a deleted project that is still there. */
export const deletionOutcome = (outcome: ProjectDeletion['outcome']): string | undefined =>
  outcome === 'cancelled' ? 'It is marked as cancelled with its history. You can reactivate it.' : undefined

/** "Nov 1, 2026 – Nov 30, 2026", "From Nov 1, 2026" */
export function describeDays(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  return from ? `From ${formatDate(from)}` : `Until ${formatDate(to ?? '')}`
}

export const BILLING_LABELS: Record<Billing, string> = {
  hourly: 'By the hour',
  daily: 'By the day',
  fixed: 'Fixed fee',
  none: 'Not billed',
}

export const INVOICE_ON_APPROVAL_LABELS: Record<InvoiceOnApproval, string> = {
  off: 'Off',
  draft: 'Make a draft',
  sent: 'Send it',
}

/** "$85.00/hour", "$5,000.00 fixed fee"; null if nothing is agreed. */
export function priceText({ billing, rate, rate_unit, fixed_fee, currency }: Project): string | null {
  if (billing === 'none') return BILLING_LABELS.none
  if (fixed_fee !== null) return `${formatMoney(fixed_fee, currency)} fixed fee`
  return rate === null ? null : `${formatMoney(rate, currency)}/${rate_unit}`
}

export interface Budget {
  label: string
  /** "34 / 40 h" */
  text: string
  used: number
  budget: number
  percent: Hundredths
  /** From 80 % on it is nearly used up. */
  state: 'enough' | 'nearly used up' | 'used up'
  /** "6 h left", "2 h over" */
  rest: string
}

type Budgeted = Pick<
  Project,
  'budget_hours' | 'budget_hours_used' | 'budget_amount' | 'budget_amount_used' | 'currency'
>

/** The budgets of a project, in hours and in money. */
export function budgetsOf(project: Budgeted): Budget[] {
  const { currency, budget_hours, budget_hours_used, budget_amount, budget_amount_used } = project
  return [
    budgetOf('Budget in hours', budget_hours_used, budget_hours, formatHoursUsed),
    budgetOf('Budget in money', budget_amount_used, budget_amount, (amount) => formatMoney(amount, currency)),
  ].filter((budget) => budget !== null)
}

const sortedByUse = (project: Budgeted): Budget[] =>
  budgetsOf(project).toSorted((one, other) => other.percent - one.percent)

/** The budget that is used up first. */
export const tightestBudget = (project: Budgeted): Budget | undefined => sortedByUse(project)[0]

type Estimated = Budgeted & Pick<ProjectDetail, 'estimated_hours' | 'hours_total'>

/** All budgets of a project, the one that is used up first in front. Without any, the estimate is one. */
export function budgetsByUse(project: Estimated): Budget[] {
  const budgets = sortedByUse(project)
  if (budgets.length > 0) return budgets
  const { hours_total, estimated_hours } = project
  const estimate = budgetOf('Estimated hours', hours_total, estimated_hours, formatHoursUsed)
  return estimate ? [estimate] : []
}

const formatHoursUsed = (hours: number) => `${formatDecimalHours(hours)} h`

function budgetOf(
  label: string,
  used: number | null,
  budget: number | null,
  format: (count: number) => string,
): Budget | null {
  if (used === null || budget === null) return null
  const left = budget - used
  return {
    label,
    text: `${format(used)} / ${format(budget)}`,
    used,
    budget,
    percent: percentage(used, budget),
    state: left <= 0 ? 'used up' : used * 100 >= budget * 80 ? 'nearly used up' : 'enough',
    rest: left < 0 ? `${format(-left)} over` : left === 0 ? 'nothing left' : `${format(left)} left`,
  }
}
