import type { Price } from '../objects/price.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    amount / 10 ** decimalsOf(currency),
  )
}

/** Currencies without decimals that are charged in hundredths nevertheless. */
const IN_HUNDREDTHS = ['isk', 'ugx']

export function decimalsOf(currency: string): number {
  if (IN_HUNDREDTHS.includes(currency)) return 2
  return (
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
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
