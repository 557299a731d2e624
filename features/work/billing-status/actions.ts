import { Conflict } from '#server/errors.ts'
import type { BillingStatus } from './contract.ts'
import { billedOn } from './rules.ts'

/** Refuses changes to billed work. `what` begins the sentence: "This time". */
export function requireNotOnInvoice(what: string, { invoice }: Pick<BillingStatus, 'invoice'>): void {
  if (!invoice) return
  throw new Conflict(`${what} is billed on ${billedOn(invoice)}. Remove it from the invoice first.`, {
    code: 'billed',
  })
}
