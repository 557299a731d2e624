import { useSchemaForm } from '#web/form.ts'
import { FormDialog } from '#web/form-dialog.tsx'
import { useAtHand } from '#web/list.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { clientQuery, useCreateClient, useUpdateClient } from './client.ts'
import { type Client, type ClientForm, ClientInput } from './contract.ts'

const EMPTY: ClientForm = { name: '', email: '', phone: '', company: '', address: '', notes: '' }

export function NewClientDialog({ onClose }: { onClose(): void }) {
  const create = useCreateClient()
  return <ClientDialog title="Add Client" values={EMPTY} save={create.mutateAsync} onClose={onClose} />
}

interface EditClientDialogProps {
  id: number
  known: Client[] | undefined
  onClose(): void
}

export function EditClientDialog({ id, known, onClose }: EditClientDialogProps) {
  const update = useUpdateClient(id)
  const client = useAtHand(known, id, clientQuery)
  return client ? (
    <ClientDialog title="Edit Client" values={client} save={update.mutateAsync} onClose={onClose} />
  ) : null
}

interface ClientDialogProps {
  title: string
  values: ClientForm
  save(values: ClientForm): Promise<unknown>
  onClose(): void
}

function ClientDialog({ title, values, save, onClose }: ClientDialogProps) {
  const form = useSchemaForm(ClientInput, values)
  const { register, formState } = form
  const { errors } = formState

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="client"
      action="Save Client"
      save={async (entered) => {
        await save(entered)
        onClose()
      }}
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
        <Field id="client-phone" label="Phone" optional error={errors.phone?.message}>
          <Input type="tel" autoComplete="off" {...register('phone')} />
        </Field>
      </div>
      <Field id="client-address" label="Address" optional error={errors.address?.message}>
        <Textarea rows={2} {...register('address')} />
      </Field>
      <Field id="client-notes" label="Notes" optional hint="Only you see this." error={errors.notes?.message}>
        <Textarea rows={3} {...register('notes')} />
      </Field>
    </FormDialog>
  )
}
