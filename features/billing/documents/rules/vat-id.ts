import { COUNTRIES } from '#core/country.ts'

/** Beside ISO 3166: Greece and Northern Ireland. */
const PREFIXES = new Set([...COUNTRIES, 'EL', 'XI'])
const NUMBER = /^[A-Z0-9+*]{2,14}$/

/** A VAT identifier has the prefix of its country, "DE123456789"; null for any other tax number. */
export function vatIdOf(taxId: string): string | null {
  const compact = taxId.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
  const number = compact.slice(2)
  return PREFIXES.has(compact.slice(0, 2)) && NUMBER.test(number) && /\d{2}/.test(number) ? compact : null
}
