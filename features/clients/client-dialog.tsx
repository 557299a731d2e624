import { useQuery } from '@tanstack/react-query'
import { errorList, showServerErrors, useSchemaForm } from '#web/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { clientQuery, useCreateClient, useUpdateClient } from './client.ts'
import { type Client, type ClientForm, ClientInput } from './contract.ts'

const EMPTY: ClientForm = { name: '', email: '', phone: '', company: '', address: '', notes: '' }

export function NewClientDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const create = useCreateClient()
  return open ? (
    <ClientDialog title="Add Client" values={EMPTY} save={create.mutateAsync} onClose={onClose} />
  ) : null
}

interface EditClientDialogProps {
  id: number | null
  /** The clients at hand, so that the form opens at once; any other is fetched. */
  known: Client[] | undefined
  onClose(): void
}

export function EditClientDialog({ id, known, onClose }: EditClientDialogProps) {
  const update = useUpdateClient(id ?? 0)
  const atHand = known?.find((client) => client.id === id)
  const fetched = useQuery({
    ...clientQuery(id ?? 0),
    enabled: id !== null && known !== undefined && !atHand,
  })
  const client = atHand ?? fetched.data
  return id !== null && client ? (
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
  const { register, handleSubmit, formState } = form
  const { errors, isDirty, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    try {
      await save(entered)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <Dialog open onOpenChange={onClose} title={title} guardUnsaved={isDirty}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <FormErrors errors={errorList(errors, 'client')} />
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
          <Field
            id="client-notes"
            label="Notes"
            optional
            hint="Only you see this."
            error={errors.notes?.message}
          >
            <Textarea rows={3} {...register('notes')} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit" pending={isSubmitting}>
            Save Client
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
