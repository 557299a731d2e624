import type { BusinessForm } from '#features/foundation/business/contract.ts'

export type FieldName = keyof BusinessForm

/** The sections of the profile: their titles, and the fields in each. */
export const SECTIONS = {
  identity: { title: 'Identity', names: ['name', 'email', 'phone', 'website'] },
  address: {
    title: 'Address and tax',
    names: ['address', 'postal_code', 'city', 'country', 'tax_id', 'tax_name'],
  },
  payment: { title: 'Payment details', names: ['payment_details', 'account_holder', 'iban', 'bic'] },
  defaults: {
    title: 'Defaults',
    names: ['currency', 'locale', 'tax_rate', 'payment_terms_days', 'hourly_rate', 'notes', 'footer'],
  },
  emails: { title: 'Invoice emails', names: ['invoice_mail_subject', 'invoice_mail_text'] },
  numbers: { title: 'Numbers', names: ['invoice_prefix', 'next_invoice_number'] },
  finality: { title: 'Issued invoices', names: ['issued_is_final'] },
  time: {
    title: 'Time',
    names: ['week_starts_on', 'hours_per_day', 'time_rounding_minutes', 'time_rounding_mode'],
  },
} as const satisfies Record<string, { title: string; names: readonly FieldName[] }>

export type SectionId = keyof typeof SECTIONS

export const ALL_NAMES: readonly FieldName[] = Object.values(SECTIONS).flatMap(({ names }) => [...names])

/** The titles of the sections that have something to save. The logo is a part of the first. */
export const sectionsWith = (changed: readonly FieldName[], logoRemoved: boolean): string[] =>
  Object.entries(SECTIONS).flatMap(([id, { title, names }]) =>
    names.some((name) => changed.includes(name)) || (logoRemoved && id === 'identity') ? [title] : [],
  )
