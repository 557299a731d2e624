import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { LOCALES, localeName } from '#core/locale.ts'
import { OwnDetails, OwnDetailsInput } from '#features/engagement/contacts/contract/own-details.ts'
import { LocaleSelect } from '#features/engagement/contacts/locale-select.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { ReachFields } from '#web/forms/reach-fields.tsx'
import { Field } from '#web/ui/field.tsx'
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

type DetailsFormProps = OwnDetailsDialogProps & { details: OwnDetails }

function DetailsForm({ token, business, details, onClose }: DetailsFormProps) {
  const form = useSchemaForm(OwnDetailsInput, toForm(details))
  const conflict = useConflict(form, details, comparison)
  const change = useChangeOwnDetails(token)
  const { register, control, formState } = form
  const { errors } = formState

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
        <bdi>{business}</bdi> is told what you change. Invoices that you have received stay as they are.
      </p>
      <ReachFields
        prefix="own"
        fields={{ name: register('name'), email: register('email'), phone: register('phone') }}
        errors={errors}
        isOwn
        {...(details.pending_email && { emailHint: `Waiting for confirmation: ${details.pending_email}` })}
      />
      <Controller
        control={control}
        name="locale"
        render={({ field: { onChange, ...field } }) => (
          <Field
            id="own-locale"
            label="Dates and amounts"
            hint="In this portal. Documents stay as they were issued."
            error={errors.locale?.message}
          >
            <LocaleSelect {...field} ofBusiness={`As ${business} writes them`} onValueChange={onChange} />
          </Field>
        )}
      />
    </FormDialog>
  )
}
