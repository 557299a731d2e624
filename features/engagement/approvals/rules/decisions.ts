import type { Verdict } from '../contract/decisions.ts'

/** The address at which everyone with its code sees a certificate, and checks a file against it. */
export const certificatePath = (code: string): string => `/verify/${code}`

export const verdictLabel: Record<Verdict, string> = {
  approved: 'Approved',
  rejected: 'Changes requested',
}
