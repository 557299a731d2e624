import type { Currency } from '#core/currency.ts'
import { writeQuantity } from '#core/document-lines.ts'
import {
  formatDate,
  formatDecimalHours,
  formatHundredths,
  formatMoney,
  formatNumber,
  formatTaxRate,
} from '#core/format.ts'
import type { AuditAction, AuditEvent, HistoryEntry } from './contract.ts'

const LABELS: Record<AuditAction, string> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  other_sessions_ended: 'All other sessions ended',
  data_exported: 'Data exported',
  portal_link_created: 'Portal link created',
  portal_link_renewed: 'Portal link renewed',
  portal_link_revoked: 'Portal link revoked',
  portal_link_restored: 'Portal link restored',
  stripe_connected: 'Stripe connected',
  stripe_disconnected: 'Stripe disconnected',
  bank_details_changed: 'Bank details changed',
  client_address_changed: 'Email address changed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'Recovery codes made',
  recovery_code_used: 'Recovery code used',
  sign_in_method_removed: 'Way to sign in removed',
  deletion_requested: 'Account deletion requested',
  deletion_cancelled: 'Account deletion cancelled',
}

/** "Portal link created for Studio North" */
export function auditLabel({ action, client_id, client_name }: AuditEvent): string {
  const label = LABELS[action]
  return client_id === null ? label : `${label} for ${client_name ?? 'a removed client'}`
}

const ACTORS: Record<AuditEvent['actor'], string> = { user: 'You', client: 'Your client', system: 'Daybook' }

/** "You · Chrome on macOS · 192.0.2.7" */
export const auditSource = ({ actor, device, address }: AuditEvent): string =>
  [ACTORS[actor], device, address].filter(Boolean).join(' · ')

/** A change of a record, as the database keeps it: only columns that differ, in stored form. */
export interface StoredChange {
  id: number
  /** The table. */
  record: string
  record_id: number
  before: Values | null
  after: Values | null
  actor: HistoryEntry['actor']
  created_at: Date
}

type Values = Record<string, unknown>

type FieldKind =
  | 'text'
  | 'money'
  | 'home money'
  | 'percent'
  | 'tax rate'
  | 'quantity'
  | 'hours'
  | 'number'
  | 'day'

/** The fields of a record that its history shows, in this order, and how each is written. */
export type HistoryFields = Record<
  string,
  { label: string; kind?: FieldKind; words?: Readonly<Record<string, string>> }
>

interface HistoryOf {
  title: string
  fields: HistoryFields
  /** The currency of amounts, unless the change names another. */
  currency: Currency
  home: Currency
  locale: string
}

/** Changes, newest first, in which the steps of one call to a record are one change. */
export function joinSteps(changes: readonly StoredChange[]): StoredChange[] {
  const joined: StoredChange[] = []
  for (const change of changes) {
    const later = joined.at(-1)
    if (!later || !isStepBefore(change, later)) joined.push(change)
    else joined[joined.length - 1] = { ...change, ...valuesOfBoth(change, later) }
  }
  return joined
}

const isStepBefore = (change: StoredChange, later: StoredChange): boolean =>
  change.record === later.record &&
  change.record_id === later.record_id &&
  change.actor === later.actor &&
  change.created_at.getTime() === later.created_at.getTime() &&
  change.after !== null &&
  later.before !== null &&
  later.after !== null

const valuesOfBoth = (
  earlier: StoredChange,
  later: StoredChange,
): Pick<StoredChange, 'before' | 'after'> => ({
  before: earlier.before && { ...later.before, ...earlier.before },
  after: { ...earlier.after, ...later.after },
})

/** One change in words. */
export function describeChange(
  { id, before, after, actor, created_at }: StoredChange,
  { title, fields, currency, home, locale }: HistoryOf,
): HistoryEntry {
  const written = (values: Values | null, name: string): string | null => {
    const value = values?.[name] ?? null
    if (value === null || value === '') return null
    const { kind = 'text', words } = fields[name] ?? { label: name }
    if (words) return words[String(value)] ?? String(value)
    const inCurrency = typeof values?.currency === 'string' ? values.currency : currency
    return writtenAs(kind, value, { currency: inCurrency, home, locale })
  }
  const isNew = before === null || after === null
  return {
    id,
    title,
    actor,
    at: created_at,
    changes: Object.entries(fields)
      .map(([name, { label }]) => ({ label, before: written(before, name), after: written(after, name) }))
      .filter((change) => change.before !== change.after)
      .filter(({ before: from, after: to }) => !isNew || !isNothing(from ?? to)),
  }
}

/** Zero amounts and quantities say nothing about a record that was added or removed. */
const isNothing = (text: string | null): boolean => text === null || !/[1-9\p{L}]/u.test(text)

function writtenAs(
  kind: FieldKind,
  value: unknown,
  { currency, home, locale }: Pick<HistoryOf, 'currency' | 'home' | 'locale'>,
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'day') return formatDate(String(value))
  if (typeof value !== 'number') return String(value)
  switch (kind) {
    case 'money':
      return formatMoney(value, currency, locale)
    case 'home money':
      return formatMoney(value, home, locale)
    case 'percent':
      return `${formatHundredths(value, locale)}%`
    case 'tax rate':
      return formatTaxRate(value, locale)
    case 'hours':
      return formatDecimalHours(value, locale)
    case 'quantity':
      return writeQuantity(value, locale)
    default:
      return formatNumber(value, locale)
  }
}

/** "You" */
export const actorName = (actor: HistoryEntry['actor']): string => ACTORS[actor]
