import type { Verdict } from './contract.ts'

export const verdictWords: Record<Verdict, string> = {
  approved: 'Approved',
  rejected: 'Changes requested',
}
