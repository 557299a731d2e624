import type { BalanceTransaction, Charge } from '../objects/payment.ts'

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
  return {
    id: id.replace(/^ch_/, 'txn_'),
    object: 'balance_transaction',
    amount,
    created,
    currency,
    exchange_rate: null,
    fee,
    net: amount - fee,
    source: id,
  }
}
