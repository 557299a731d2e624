import { decimalsOf, stepOf } from '../objects/currency.ts'
import type { Price } from '../objects/price.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'

export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const shown = stepOf(currency) === 100 ? 0 : decimals
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(
    amount / 10 ** decimals,
  )
}

export function perInterval(price: Price, quantity = 1): string {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const each = count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
  return `${money(price.unit_amount * quantity, price.currency)} ${each}`
}

export function longDate(at: Seconds): string {
  return dateFormat({ dateStyle: 'long' }).format(at * 1000)
}

export function shortDate(at: Seconds): string {
  return dateFormat({ dateStyle: 'medium' }).format(at * 1000)
}

export function dateAndTime(at: Date): string {
  return `${dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(at)} UTC`
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
}

export function statusLabel(status: Subscription['status']): string {
  const labels = { active: 'Active', trialing: 'Trial', past_due: 'Past due', canceled: 'Canceled' }
  return labels[status]
}
