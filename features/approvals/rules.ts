import type { Verdict } from './contract.ts'

export const verdictLabel: Record<Verdict, string> = {
  approved: 'Approved',
  rejected: 'Changes requested',
}
