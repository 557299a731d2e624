import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { formatIban } from '#core/bank-details.ts'
import { LOCALES } from '#core/locale.ts'
import { fromMinorUnits } from '#core/money.ts'
import { fromSeconds, fromThousandths } from '#core/units.ts'
import { useUpdateBusiness } from '#features/foundation/business/client.ts'
import {
  Business,
  type BusinessForm,
  BusinessInput,
  ROUNDING_MINUTES,
} from '#features/foundation/business/contract.ts'
import { hasCode } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { toast } from '#web/ui/toast.ts'
import { ALL_NAMES, type FieldName } from './rules.ts'

export type ProfileForm = UseFormReturn<BusinessForm, unknown, BusinessForm>

/**
 * The form of the whole profile. Only changed fields are sent. Changes of the profile elsewhere on the page, such as a
 * new logo, leave typed values as they are.
 */
export function useBusinessForm(business: Business) {
  const form = useSchemaForm(BusinessInput, toForm(business))
  const { handleSubmit, formState, reset } = form
  const { dirtyFields } = formState
  const changed = ALL_NAMES.filter((name) => dirtyFields[name])
  const update = useUpdateBusiness()
  const conflict = useConflict(form, business, {
    ...comparison,
    toForm: (record) => pick(toForm(record), changed),
    onUseSaved: (saved) => reset(toForm(saved)),
  })

  const seen = useRef(business)
  useEffect(() => {
    if (seen.current === business) return
    const [before, now] = [toForm(seen.current), toForm(business)]
    if (changed.some((name) => before[name] !== now[name])) return
    seen.current = business
    conflict.rebase(business)
    reset(now, { keepDirtyValues: true })
  })

  const submitWith = (title: string, besides: () => void) =>
    handleSubmit(async (entered) => {
      const sent = pick(entered, changed)
      try {
        if (changed.length > 0) {
          const saved = await conflict.save(sent, (ifMatch) => update.mutateAsync({ form: sent, ifMatch }))
          seen.current = saved
          conflict.rebase(saved)
          reset(toForm(saved))
          toast.success(`${title} saved`)
        }
        besides()
      } catch (error) {
        if (!showServerErrors(form, error) && !hasCode(error, 'version_conflict'))
          toast.error(`Failed to save ${title.toLowerCase()}`, errorMessage(error as Error))
      }
    })

  return { form, changed, conflict: conflict.panel, submitWith, discard: () => reset(toForm(business)) }
}

const pick = (values: BusinessForm, names: readonly FieldName[]): BusinessForm =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

const toForm = (business: Business): BusinessForm => pick(valuesOf(business), ALL_NAMES)

const valuesOf = (business: Business): BusinessForm => ({
  ...business,
  locale: LOCALES.find((locale) => locale === business.locale),
  tax_rate: fromThousandths(business.tax_rate),
  hourly_rate: business.hourly_rate === null ? null : fromMinorUnits(business.hourly_rate, business.currency),
  iban: formatIban(business.iban),
  hours_per_day: fromSeconds(business.hours_per_day),
  time_rounding_minutes: ROUNDING_MINUTES.find((minutes) => minutes === business.time_rounding_minutes),
})

const comparison: Omit<Comparison<typeof BusinessInput, Business>, 'toForm'> = {
  record: Business,
  input: BusinessInput,
  fields: {
    name: { label: 'Business name' },
    email: { label: 'Email' },
    phone: { label: 'Phone' },
    website: { label: 'Website' },
    address: { label: 'Address' },
    postal_code: { label: 'Postal code' },
    city: { label: 'City' },
    country: { label: 'Country' },
    tax_id: { label: 'Tax ID' },
    tax_name: { label: 'Name of the tax' },
    payment_details: { label: 'Payment details' },
    account_holder: { label: 'Account holder' },
    iban: { label: 'IBAN', text: formatIban },
    bic: { label: 'BIC' },
    currency: { label: 'Currency' },
    locale: { label: 'Number format' },
    tax_rate: { label: 'Tax rate', text: (rate) => `${fromThousandths(rate)}%` },
    payment_terms_days: { label: 'Payment terms' },
    hourly_rate: { label: 'Hourly rate' },
    notes: { label: 'Notes' },
    footer: { label: 'Footer' },
    invoice_mail_subject: { label: 'Subject' },
    invoice_mail_text: { label: 'Text' },
    invoice_prefix: { label: 'Prefix' },
    next_invoice_number: { label: 'Next number' },
    issued_is_final: { label: 'Issued invoices are final', text: (isFinal) => (isFinal ? 'On' : 'Off') },
    week_starts_on: { label: 'Week starts on' },
    hours_per_day: { label: 'Hours of a day', text: (hours) => String(fromSeconds(hours)) },
    time_rounding_minutes: { label: 'Round time to' },
    time_rounding_mode: { label: 'Rounding' },
  },
}
