import type { Ref } from 'react'
import { LOCALES, localeName } from '#core/locale.ts'
import { Select } from '#web/ui/select.tsx'

const OF_BUSINESS = 'business'
type Known = (typeof LOCALES)[number]

type LocaleSelectProps = {
  /** Null for the locale of the business. */
  value: Known | null | undefined
  onValueChange(locale: Known | null): void
  /** The label of null. */
  ofBusiness: string
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The locale of dates and amounts in a portal. */
export function LocaleSelect({ value, onValueChange, ofBusiness, ...field }: LocaleSelectProps) {
  return (
    <Select<Known | typeof OF_BUSINESS>
      {...field}
      value={value ?? OF_BUSINESS}
      options={[
        { value: OF_BUSINESS, label: ofBusiness },
        ...LOCALES.map((locale) => ({ value: locale, label: localeName(locale) })),
      ]}
      onValueChange={(chosen) => onValueChange(chosen === OF_BUSINESS ? null : chosen)}
    />
  )
}
