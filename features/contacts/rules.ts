import { localeName } from '#core/locale.ts'
import type { OwnDetails } from './contract.ts'

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', locale: 'Dates and amounts' } as const

type Details = Pick<OwnDetails, keyof typeof LABELS>

export interface DetailChange {
  field: keyof Details
  /** "Email: ada@new.example (before: ada@old.example)" */
  text: string
}

/** What a visitor changed about themself, in words. */
export function changesOf(before: Details, after: Details): DetailChange[] {
  const fields = Object.keys(LABELS) as DetailChange['field'][]
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      text: `${LABELS[field]}: ${written(field, after)} (before: ${written(field, before)})`,
    }))
}

function written(field: DetailChange['field'], details: Details): string {
  const value = details[field]
  if (field === 'locale') return value ? localeName(value) : 'as in your account'
  return value || 'none'
}
