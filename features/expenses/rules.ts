import { formatMoney } from '#core/format.ts'
import type { Expense } from './contract.ts'

/** An expense in one line, as the log of what happened tells it. */
export const describeExpense = ({ description, amount }: Pick<Expense, 'description' | 'amount'>): string =>
  `${description}, ${formatMoney(amount)}`

/** Billed to a client, or a cost of doing business. */
export const kindOf = ({ is_billable }: Pick<Expense, 'is_billable'>): 'Billable' | 'Business' =>
  is_billable ? 'Billable' : 'Business'
