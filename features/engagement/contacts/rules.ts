import { localeName } from '#core/locale.ts'
import type { OwnDetails } from './contract/own-details.ts'

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', locale: 'Dates and amounts' } as const

/** A visitor's contact details and locale. */
export type Reach = Pick<OwnDetails, keyof typeof LABELS>

export interface DetailChange {
  field: keyof Reach
  /** "Email: ada@new.example (before: ada@old.example)" */
  text: string
}

/** The changes that a visitor made to their details, in words. */
export function changesOf(before: Reach, after: Reach): DetailChange[] {
  const fields = Object.keys(LABELS) as DetailChange['field'][]
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      text: `${LABELS[field]}: ${written(field, after)} (before: ${written(field, before)})`,
    }))
}

function written(field: DetailChange['field'], details: Reach): string {
  const value = details[field]
  if (field === 'locale') return value ? localeName(value) : 'as in your account'
  return value || 'none'
}

/** Address changes that a visitor can request within 24 hours. */
export const ADDRESS_CHANGES_A_DAY = 3

/** Days for which the link that confirms an address works. */
export const CONFIRMATION_DAYS = 7
const DAY_MILLISECONDS = 86_400_000

export const oldestConfirmable = (now: Date): Date =>
  new Date(now.getTime() - CONFIRMATION_DAYS * DAY_MILLISECONDS)

interface RequestedChange {
  old_email: string
  requested_at: Date
  confirmed_at: Date | null
}

/** True if it can still be confirmed: not if it is too old, or if the address was changed in another way since. */
export const isPending = (
  { old_email, requested_at, confirmed_at }: RequestedChange,
  presentEmail: string,
  now: Date,
): boolean => confirmed_at === null && old_email === presentEmail && requested_at > oldestConfirmable(now)

/** Mail servers do not distinguish case. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** The page of the link in an email to the new address. */
export const confirmationPath = (code: string): string => `/confirm-email/${code}`
