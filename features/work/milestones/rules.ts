import type { Milestone, MilestoneStatus } from './contract.ts'

/** `in_progress` reads "in progress". */
export const statusText = (status: MilestoneStatus): string => status.replaceAll('_', ' ')

type OnInvoice = Pick<Milestone, 'title' | 'status' | 'fee'>

/** True if two milestones read the same on an invoice. */
export const sameOnInvoice = (one: OnInvoice, other: OnInvoice): boolean =>
  one.title === other.title && one.status === other.status && one.fee === other.fee
