import { Controller } from 'react-hook-form'
import { useHomeCurrency } from '#features/account/client.ts'
import { CurrencyPicker } from '#features/currencies/currency-picker.tsx'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ClientChange, clientQuery, useCreateClient, useUpdateClient } from './client.ts'
import { Client, type ClientForm, ClientInput } from './contract.ts'

const EMPTY = { name: '', email: '', phone: '', company: '', address: '', notes: '' }

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
  return client ? (
    <ClientDialog title="Edit Client" client={client} save={update.mutateAsync} onClose={onClose} />
  ) : null
}

interface ClientDialogProps {
  title: string
  client?: Client
  save(change: ClientChange): Promise<unknown>
  onClose(): void
}

const toForm = ({ name, email, phone, company, address, notes, currency }: Client): Required<ClientForm> => ({
  name,
  email,
  phone,
  company,
  address,
  notes,
  currency,
})

const comparison: Comparison<typeof ClientInput, Client> = {
  record: Client,
  input: ClientInput,
  toForm,
  fields: {
    name: { label: 'Name' },
    company: { label: 'Company' },
    email: { label: 'Email' },
    phone: { label: 'Phone' },
    address: { label: 'Address' },
    notes: { label: 'Notes' },
    currency: { label: 'Currency' },
  },
}

function ClientDialog({ title, client, save, onClose }: ClientDialogProps) {
  const currency = useHomeCurrency()
  const form = useSchemaForm(ClientInput, client ? toForm(client) : { ...EMPTY, currency })
  const conflict = useConflict(form, client, comparison)
  const { register, control, formState } = form
  const { errors } = formState

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
      <Field id="client-name" label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field id="client-company" label="Company" optional error={errors.company?.message}>
        <Input autoComplete="off" {...register('company')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="client-email" label="Email" optional error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...register('email')} />
        </Field>
        <Field
          id="client-phone"
          label="Phone"
          optional
          hint="With country code, for example +1 555 010 4477."
          error={errors.phone?.message}
        >
          <Input type="tel" autoComplete="off" {...register('phone')} />
        </Field>
      </div>
      <Field id="client-address" label="Address" optional error={errors.address?.message}>
        <Textarea rows={2} {...register('address')} />
      </Field>
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
      <Field id="client-notes" label="Notes" optional hint="Only you see this." error={errors.notes?.message}>
        <Textarea rows={3} {...register('notes')} />
      </Field>
    </FormDialog>
  )
}
