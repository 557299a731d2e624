import { decimalsOf, stepOf } from '../objects/currency.ts'
import type { Seconds } from '../objects/wire.ts'

export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const shown = stepOf(currency) === 100 ? 0 : decimals
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(
    amount / 10 ** decimals,
  )
}

export function perMonth(price: { unit_amount: number; currency: string }): string {
  return `${money(price.unit_amount, price.currency)} per month`
}

export function longDate(at: Seconds): string {
  return dateFormat({ dateStyle: 'long' }).format(at * 1000)
}

export function shortDate(at: Seconds): string {
  return dateFormat({ dateStyle: 'medium' }).format(at * 1000)
}

export function dateAndTime(at: Seconds): string {
  return `${dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(at * 1000)} UTC`
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
}
