import { z } from 'zod'

/** Locales to choose from, for numbers and dates. */
export const LOCALES = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-ZA',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
] as const

export const Locale = z
  .enum(LOCALES, 'Must be a locale such as en-US')
  .meta({ description: 'The locale in which amounts are formatted.', example: 'en-US' })

/** "English (United States)" */
export const localeName = (locale: string): string =>
  new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
