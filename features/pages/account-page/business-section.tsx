import { type ReactNode, useEffect, useRef } from 'react'
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
import { errorList, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { toast } from '#web/ui/toast.ts'

export type SectionForm = UseFormReturn<BusinessForm, unknown, BusinessForm>

type BusinessSectionProps = {
  business: Business
  title: string
  text: string
  /** The fields that are saved together. */
  names: readonly (keyof BusinessForm)[]
  onEnter(values: BusinessForm): void
  onDirtyChange(title: string, dirty: boolean): void
  above?: ReactNode
  /** Set if something besides the fields was changed: saves it, after the fields. */
  besides?: (() => void) | undefined
  children(form: SectionForm): ReactNode
}

/** A part of the profile that is saved by itself. */
export function BusinessSection(props: BusinessSectionProps) {
  const { business, title, text, names, onEnter, onDirtyChange, above, besides, children } = props
  const toSection = (record: Business) => pick(toForm(record), names)
  const form = useSchemaForm(BusinessInput, toSection(business))
  const { handleSubmit, formState, reset, watch } = form
  const { errors, isSubmitting } = formState
  const isDirty = formState.isDirty || besides !== undefined
  const update = useUpdateBusiness()
  const conflict = useConflict(form, business, { ...comparison, toForm: toSection })

  useEffect(() => {
    onDirtyChange(title, isDirty && !isSubmitting)
  }, [title, isDirty, isSubmitting, onDirtyChange])

  useEffect(() => {
    const { unsubscribe } = watch((values) => onEnter(values as BusinessForm))
    return unsubscribe
  }, [watch, onEnter])

  // Saving one section gives the profile a new version, on which the other sections are then based.
  const seen = useRef(business)
  useEffect(() => {
    if (seen.current === business) return
    const isSame = JSON.stringify(toSection(seen.current)) === JSON.stringify(toSection(business))
    if (!isSame && isDirty) return
    seen.current = business
    conflict.rebase(business)
    if (!isDirty) reset(toSection(business))
  })

  const submit = handleSubmit(async (entered) => {
    try {
      const saved = await conflict.save(entered, (ifMatch) => update.mutateAsync({ form: entered, ifMatch }))
      seen.current = saved
      conflict.rebase(saved)
      reset(toSection(saved))
      onEnter(toSection(saved))
      toast.success(`${title} saved`)
      besides?.()
    } catch (error) {
      if (!showServerErrors(form, error) && !hasCode(error, 'version_conflict'))
        toast.error(`Failed to save ${title.toLowerCase()}`, errorMessage(error as Error))
    }
  })

  return (
    <Panel title={title} description={text}>
      <div className="flex flex-col gap-4">
        {above}
        <form noValidate onSubmit={submit} aria-label={title} className="flex flex-col gap-4">
          {conflict.panel}
          <FormErrors errors={errorList(errors, 'business')} />
          {children(form)}
          <div className="flex justify-end">
            <Button
              variant={isDirty ? 'primary' : 'secondary'}
              type="submit"
              aria-label={`Save ${title.toLowerCase()}`}
              pending={isSubmitting}
              disabled={!isDirty}
            >
              Save
            </Button>
          </div>
        </form>
      </div>
    </Panel>
  )
}

const pick = (values: BusinessForm, names: readonly (keyof BusinessForm)[]): BusinessForm =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

const toForm = (business: Business): BusinessForm => ({
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
