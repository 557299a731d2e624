import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { LOCALES, localeName } from '#core/locale.ts'
import { OwnDetails, OwnDetailsInput } from '#features/contacts/contract.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { ownDetailsQuery, useChangeOwnDetails } from './client.ts'

type OwnDetailsDialogProps = { token: string; business: string; onClose(): void }

/** The visitor's own contact details, and how dates and amounts are written for them. */
export function OwnDetailsDialog({ token, business, onClose }: OwnDetailsDialogProps) {
  const { data } = useQuery(ownDetailsQuery(token))
  return data ? <DetailsForm token={token} business={business} details={data} onClose={onClose} /> : null
}

const toForm = ({ name, email, phone, locale }: OwnDetails) => ({
  name,
  email,
  phone,
  locale: LOCALES.find((known) => known === locale) ?? null,
})

const comparison: Comparison<typeof OwnDetailsInput, OwnDetails> = {
  record: OwnDetails,
  input: OwnDetailsInput,
  toForm,
  fields: {
    name: { label: 'Name' },
    email: { label: 'Email' },
    phone: { label: 'Phone' },
    locale: { label: 'Dates and amounts', text: localeName },
  },
}

const OF_BUSINESS = 'business'
type Choice = (typeof LOCALES)[number] | typeof OF_BUSINESS

type DetailsFormProps = OwnDetailsDialogProps & { details: OwnDetails }

function DetailsForm({ token, business, details, onClose }: DetailsFormProps) {
  const form = useSchemaForm(OwnDetailsInput, toForm(details))
  const conflict = useConflict(form, details, comparison)
  const change = useChangeOwnDetails(token)
  const { register, control, formState } = form
  const { errors } = formState
  const options: { value: Choice; label: string }[] = [
    { value: OF_BUSINESS, label: `As ${business} writes them` },
    ...LOCALES.map((locale) => ({ value: locale, label: localeName(locale) })),
  ]

  return (
    <FormDialog
      form={form}
      title="Your details"
      prefix="own"
      action="Save"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) => change({ form: entered, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <p className="text-muted">
        {business} is told what you change. Invoices that you have received stay as they are.
      </p>
      <Field id="own-name" label="Name" required error={errors.name?.message}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="own-email" label="Email" optional error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...register('email')} />
        </Field>
        <Field
          id="own-phone"
          label="Phone"
          optional
          hint="With country code, for example +1 555 010 4477."
          error={errors.phone?.message}
        >
          <Input type="tel" autoComplete="tel" {...register('phone')} />
        </Field>
      </div>
      <Controller
        control={control}
        name="locale"
        render={({ field: { onChange, value, ...field } }) => (
          <Field
            id="own-locale"
            label="Dates and amounts"
            hint="In this portal. Documents stay as they were issued."
            error={errors.locale?.message}
          >
            <Select<Choice>
              {...field}
              value={value ?? OF_BUSINESS}
              options={options}
              onValueChange={(chosen) => onChange(chosen === OF_BUSINESS ? null : chosen)}
            />
          </Field>
        )}
      />
    </FormDialog>
  )
}
