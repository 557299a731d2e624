import type { Project, ProjectStatus } from './contract.ts'

export const LIMIT_REACHED = 'Project Limit Reached'

export const limitReachedText = (limit: number | undefined): string =>
  limit === undefined
    ? 'You have reached your plan’s project limit. Upgrade your plan to create more.'
    : `You have reached the limit of ${limit} projects. Upgrade your plan to create more.`

/** `on_hold` reads "on hold". */
export const statusText = (status: ProjectStatus): string => status.replaceAll('_', ' ')

/** "On hold", where it stands alone. */
export function statusTitle(status: ProjectStatus): string {
  const text = statusText(status)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What deleting a project will do, for the confirmation. */
export const deletionConsequences = ({ has_history }: Pick<Project, 'has_history'>): string =>
  has_history
    ? 'There are time entries, expenses, invoices or client decisions for this project, so it will be marked as cancelled: its history is kept, and you can reactivate it.'
    : 'This project has no time entries, expenses or invoices and will be removed for good.'
