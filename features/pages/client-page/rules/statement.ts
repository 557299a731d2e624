import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { PaymentKind, PaymentMethod } from '#features/billing/payments/contract.ts'
import type { Statement, StatementInCurrency, StatementLine, StatementPeriod } from '../contract.ts'

export const periodOf = (
  { from, to }: StatementPeriod,
  today: DateOnly,
): { from: DateOnly; to: DateOnly } => {
  const last = to ?? today
  const firstOfYear = `${last.slice(0, 4)}-01-01`
  return { from: from ?? firstOfYear, to: last }
}

/** An invoice, its cancellation, a credit note, a payment or a write-off in the period, or the balance of a currency before it. */
export interface Movement {
  type: 'opening' | 'invoice' | 'credit_note' | 'payment' | 'write_off' | 'cancellation'
  day: DateOnly
  currency: Currency
  amount: MinorUnits
  /** The change of the client's credit. */
  surplus: MinorUnits
  invoice_id: number
  invoice_number: string
  kind: PaymentKind | null
  method: PaymentMethod | null
  reference: string
}

/** Movements come by day. */
export function toStatement(
  client_id: number,
  { from, to }: { from: DateOnly; to: DateOnly },
  movements: Movement[],
  home: Currency,
): Statement {
  const currencies = [...new Set(movements.map(({ currency }) => currency))]
    .toSorted((a, b) => Number(b === home) - Number(a === home) || a.localeCompare(b))
    .map((currency) =>
      inCurrency(
        currency,
        movements.filter((movement) => movement.currency === currency),
      ),
    )
    .filter(({ opening_balance, lines }) => opening_balance !== 0 || lines.length > 0)
  return { client_id, from, to, currencies }
}

function inCurrency(currency: Currency, movements: Movement[]): StatementInCurrency {
  const sumOf = (type: Movement['type']) =>
    movements.reduce((sum, movement) => (movement.type === type ? sum + movement.amount : sum), 0)
  const opening_balance = sumOf('opening')
  let balance = opening_balance
  const lines = movements.flatMap(({ type, currency: _, surplus: __, ...movement }): StatementLine[] => {
    if (type === 'opening') return []
    balance += movement.amount
    return [{ ...movement, type, balance }]
  })
  return {
    currency,
    opening_balance,
    invoiced: sumOf('invoice') + sumOf('credit_note') + sumOf('cancellation'),
    paid: -sumOf('payment') + 0,
    written_off: -sumOf('write_off') + 0,
    closing_balance: balance,
    credit: movements.reduce((sum, { surplus }) => sum + surplus, 0),
    lines,
  }
}

/** Explains the credit within the closing balance; empty without any. */
export const describeCredit = ({ credit, currency }: StatementInCurrency, locale?: string): string =>
  credit > 0
    ? `This includes ${formatMoney(credit, currency, locale)} of credit: it was paid beyond what invoices ask for, and can pay the next one.`
    : ''

export const statementFileName = (business: string, client: string, { from, to }: Statement): string =>
  `${business} - Statement for ${client} (${from} to ${to})`

export const describePeriod = ({ from, to }: Pick<Statement, 'from' | 'to'>): string =>
  `${formatDate(from)} to ${formatDate(to)}`

const METHODS: Record<PaymentMethod, string> = {
  bank_transfer: 'bank transfer',
  card: 'card',
  cash: 'cash',
  check: 'check',
  paypal: 'PayPal',
  other: '',
  online: '',
}

const KINDS: Record<Exclude<PaymentKind, 'credit' | 'write_off'>, string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Disputed payment',
  reversal: 'Reversed payment',
}

/** True if it changes what is left to pay, not what was invoiced. */
export const isSettling = ({ type }: Pick<StatementLine, 'type'>): boolean =>
  type === 'payment' || type === 'write_off'

/** "Payment for INV-0012 by bank transfer, reference 4711" */
export function describeLine({
  type,
  invoice_number,
  kind,
  method,
  reference,
  amount,
}: StatementLine): string {
  if (type === 'invoice') return `Invoice ${invoice_number}`
  if (type === 'credit_note') return `Credit note ${reference} for ${invoice_number}`
  if (type === 'cancellation') return `Invoice ${invoice_number} cancelled`
  if (type === 'write_off' || kind === 'write_off') {
    return amount < 0 ? `Written off for ${invoice_number}` : `Write-off for ${invoice_number} reversed`
  }
  if (kind === 'credit') {
    const [from, to] = amount < 0 ? [reference, invoice_number] : [invoice_number, reference]
    return `Credit of ${from} used for ${to}`
  }
  const by = method && METHODS[method] ? ` by ${METHODS[method]}` : ''
  return `${KINDS[kind ?? 'payment']} for ${invoice_number}${by}${reference ? `, reference ${reference}` : ''}`
}
