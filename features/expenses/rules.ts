import { formatMoney } from '#core/format.ts'
import type { Expense } from './contract.ts'

/** An expense in one line, for the activity. */
export const describeExpense = ({ description, amount }: Pick<Expense, 'description' | 'amount'>): string =>
  `${description}, ${formatMoney(amount)}`

export const kindOf = ({ is_billable }: Pick<Expense, 'is_billable'>): 'Billable' | 'Business' =>
  is_billable ? 'Billable' : 'Business'
