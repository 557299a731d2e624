import type { BalanceTransaction, Charge, Dispute, Refund } from '../objects/payment.ts'

const PER_MILLE = 29
const FIXED = 30

/** The rest of a charge after a fee of 2.9 % and 30 of its smallest units. Null until it succeeds. */
export function balanceTransactionOf({
  id,
  amount,
  created,
  currency,
  status,
}: Charge): BalanceTransaction | null {
  if (status !== 'succeeded') return null
  const fee = Math.min(amount, Math.round((amount * PER_MILLE) / 1000) + FIXED)
  return transactionOf(id.replace(/^ch_/, 'txn_'), { amount, created, currency, fee, source: id })
}

/** A refund costs nothing, but the fee of its charge is not returned. */
export const refundTransactionOf = ({ id, amount, created, currency }: Refund): BalanceTransaction =>
  transactionOf(id.replace(/^re_/, 'txn_'), { amount: -amount, created, currency, fee: 0, source: id })

const DISPUTE_FEE = 1500

/** The amount is withdrawn with a fee of 1,500 of its smallest units. If the dispute is won, the amount comes back without the fee. */
export function disputeTransactionsOf(dispute: Dispute): BalanceTransaction[] {
  const { id, amount, created, currency, status } = dispute
  const moved = { created, currency, source: id }
  const name = id.replace(/^(?:dp|du)_/, 'txn_')
  const withdrawn = transactionOf(name, { ...moved, amount: -amount, fee: DISPUTE_FEE })
  if (status !== 'won') return [withdrawn]
  return [withdrawn, transactionOf(`${name}_reinstated`, { ...moved, amount, fee: 0 })]
}

const transactionOf = (
  id: string,
  moved: Pick<BalanceTransaction, 'amount' | 'created' | 'currency' | 'fee' | 'source'>,
): BalanceTransaction => ({
  ...moved,
  id,
  object: 'balance_transaction',
  exchange_rate: null,
  net: moved.amount - moved.fee,
})
