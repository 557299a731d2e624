import { formatMoney } from '#core/format.ts'
import type { Expense } from './contract.ts'

/** An expense in one line, for the activity. */
export const describeExpense = ({
  description,
  amount,
  currency,
}: Pick<Expense, 'description' | 'amount' | 'currency'>): string =>
  `${description}, ${formatMoney(amount, currency)}`

export const kindOf = ({ is_billable }: Pick<Expense, 'is_billable'>): 'Billable' | 'Business' =>
  is_billable ? 'Billable' : 'Business'
