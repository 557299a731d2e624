import { Controller } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { moneyFigure, WHOLE_NUMBER } from '#core/figures.ts'
import { countOf, formatInstantLongDate, formatNumber } from '#core/format.ts'
import { addressesIn } from '#core/text.ts'
import { useHomeCurrency } from '#features/foundation/account/client.ts'
import { CurrencyPicker } from '#features/foundation/currencies/currency-picker.tsx'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { PhoneField, ReachFields } from '#web/forms/reach-fields.tsx'
import { CountryPicker } from '#web/ui/country-picker.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ClientChange, clientQuery, toForm, useCreateClient, useUpdateClient } from './client.ts'
import { Client, type ClientForm, ClientInput } from './contract.ts'

const EMPTY: Required<Omit<ClientForm, 'currency'>> = {
  name: '',
  email: '',
  cc_emails: [],
  phone: '',
  company: '',
  address: '',
  postal_code: '',
  city: '',
  country: '',
  tax_id: '',
  notes: '',
  hourly_rate: null,
  payment_terms_days: null,
  approval_required: true,
  reminders_enabled: true,
  mails_enabled: true,
}

export function NewClientDialog({ onClose }: { onClose(): void }) {
  const create = useCreateClient()
  return <ClientDialog title="Add Client" save={({ form }) => create.mutateAsync(form)} onClose={onClose} />
}

interface EditClientDialogProps {
  id: number
  known: Client[] | undefined
  onClose(): void
}

export function EditClientDialog({ id, known, onClose }: EditClientDialogProps) {
  const update = useUpdateClient(id)
  const client = useLoadedOrFetched(known, id, clientQuery)
  return client && !client.archived ? (
    <ClientDialog title="Edit Client" client={client} save={update.mutateAsync} onClose={onClose} />
  ) : null
}

interface ClientDialogProps {
  title: string
  client?: Client
  save(change: ClientChange): Promise<unknown>
  onClose(): void
}

const comparison: Comparison<typeof ClientInput, Client> = {
  record: Client,
  input: ClientInput,
  toForm,
  fields: {
    name: { label: 'Name' },
    company: { label: 'Company' },
    email: { label: 'Email' },
    cc_emails: { label: 'Copies to', text: (addresses) => addresses.join(', ') },
    phone: { label: 'Phone' },
    address: { label: 'Address' },
    postal_code: { label: 'Postal code' },
    city: { label: 'City' },
    country: { label: 'Country' },
    tax_id: { label: 'Tax ID' },
    notes: { label: 'Notes' },
    currency: { label: 'Currency' },
    hourly_rate: { label: 'Hourly rate', text: (rate) => formatNumber(Number(rate)) },
    payment_terms_days: { label: 'Payment terms', text: (days) => countOf(Number(days), 'day') },
    approval_required: { label: 'Invoices ask for approval', text: (asks) => (asks ? 'Yes' : 'No') },
    reminders_enabled: { label: 'Automatic reminders', text: (reminds) => (reminds ? 'Yes' : 'No') },
    mails_enabled: { label: 'Emails about news', text: (enabled) => (enabled ? 'Yes' : 'No') },
  },
}

/** The fields that are not folded away. */
const ASKED_FIRST = new Set(['name', 'email'])

/** True if a client has more than a name and an email address. */
function hasDetails(client: Client | undefined, home: Currency): boolean {
  if (!client) return false
  const details = { ...toForm(client), name: '', email: '' }
  const isUnsubscribed = client.unsubscribed_at !== null
  return (
    isUnsubscribed || JSON.stringify(details) !== JSON.stringify({ ...details, ...EMPTY, currency: home })
  )
}

const mailHint = (unsubscribedAt: Date | null): string =>
  unsubscribedAt === null
    ? 'In your name, ten minutes later, unless the client has seen them in the portal by then.'
    : `The client unsubscribed on ${formatInstantLongDate(unsubscribedAt)} and gets none. Only they can undo it, with the link in an earlier email.`

function ClientDialog({ title, client, save, onClose }: ClientDialogProps) {
  const currency = useHomeCurrency()
  const form = useSchemaForm(ClientInput, client ? toForm(client) : { ...EMPTY, currency })
  const conflict = useConflict(form, client, comparison)
  const { register, control, formState, watch } = form
  const { errors } = formState
  const rateCurrency = watch('currency') ?? currency
  const opened = conflict.accepted ?? client

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="client"
      action="Save Client"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) => save({ form: entered, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <ReachFields
        prefix="client"
        fields={{ name: register('name'), email: register('email') }}
        errors={errors}
      />
      <Disclosure
        label="More details"
        revealed={hasDetails(opened, currency) || Object.keys(errors).some((name) => !ASKED_FIRST.has(name))}
      >
        <div className="flex flex-col gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field id="client-company" label="Company" error={errors.company?.message}>
              <Input autoComplete="off" {...register('company')} />
            </Field>
            <PhoneField prefix="client" field={register('phone')} error={errors.phone?.message} />
          </div>
          <Field id="client-address" label="Address" error={errors.address?.message}>
            <Textarea rows={2} {...register('address')} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-[7rem_1fr_1.25fr]">
            <Field id="client-postal_code" label="Postal code" error={errors.postal_code?.message}>
              <Input autoComplete="off" {...register('postal_code')} />
            </Field>
            <Field id="client-city" label="City" error={errors.city?.message}>
              <Input autoComplete="off" {...register('city')} />
            </Field>
            <Controller
              control={control}
              name="country"
              render={({ field: { onChange, ...field } }) => (
                <Field id="client-country" label="Country" error={errors.country?.message}>
                  <CountryPicker {...field} onValueChange={onChange} />
                </Field>
              )}
            />
          </div>
          <Field id="client-tax_id" label="Tax ID" error={errors.tax_id?.message}>
            <Input autoComplete="off" {...register('tax_id')} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-3">
            <Controller
              control={control}
              name="currency"
              render={({ field: { onChange, ...field } }) => (
                <Field
                  id="client-currency"
                  label="Currency"
                  hint="For new projects, invoices and expenses."
                  error={errors.currency?.message}
                >
                  <CurrencyPicker {...field} onValueChange={onChange} />
                </Field>
              )}
            />
            <Field id="client-hourly_rate" label="Hourly rate" error={errors.hourly_rate?.message}>
              <MoneyInput {...figure(register, 'hourly_rate', moneyFigure(rateCurrency))} />
            </Field>
            <Field
              id="client-payment_terms_days"
              label="Payment terms"
              hint="In days."
              error={errors.payment_terms_days?.message}
            >
              <FigureInput {...figure(register, 'payment_terms_days', WHOLE_NUMBER)} />
            </Field>
          </div>
          <Controller
            control={control}
            name="cc_emails"
            render={({ field: { onChange, value, ...field } }) => (
              <Field
                id="client-cc_emails"
                label="Copies to"
                hint="Email addresses, separated by commas, that get a copy of every invoice."
                error={errors.cc_emails?.message}
              >
                <Input
                  {...field}
                  autoComplete="off"
                  defaultValue={value?.join(', ')}
                  onChange={(event) => onChange(addressesIn(event.target.value))}
                />
              </Field>
            )}
          />
          <Switch
            label="Invoices ask for approval"
            hint="In the portal, before they are paid."
            {...register('approval_required')}
          />
          <Switch
            label="Automatic reminders"
            hint="Of unpaid invoices, as chosen in your account."
            {...register('reminders_enabled')}
          />
          <Switch
            label="News about deliverables and comments"
            hint={mailHint(client?.unsubscribed_at ?? null)}
            className="shrink-0"
            {...(client?.unsubscribed_at ? { checked: false, disabled: true } : register('mails_enabled'))}
          />
          <Field id="client-notes" label="Notes" hint="Only you see this." error={errors.notes?.message}>
            <Textarea rows={3} {...register('notes')} />
          </Field>
        </div>
      </Disclosure>
    </FormDialog>
  )
}
