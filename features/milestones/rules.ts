import type { MilestoneStatus } from './contract.ts'

/** `in_progress` reads "in progress". */
export const statusText = (status: MilestoneStatus): string => status.replaceAll('_', ' ')
