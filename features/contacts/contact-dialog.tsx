import { formatInstantLongDate } from '#core/format.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { type ContactChange, toForm, useCreateContact, useUpdateContact } from './client.ts'
import { Contact, type ContactForm, ContactInput } from './contract.ts'

const EMPTY: Required<ContactForm> = {
  name: '',
  role: '',
  email: '',
  phone: '',
  locale: null,
  gets_invoices: false,
  gets_news: false,
}

type NewContactDialogProps = { clientId: number; onClose(): void }

export function NewContactDialog({ clientId, onClose }: NewContactDialogProps) {
  const create = useCreateContact(clientId)
  return <ContactDialog title="Add Contact" save={({ form }) => create.mutateAsync(form)} onClose={onClose} />
}

type EditContactDialogProps = NewContactDialogProps & { contact: Contact }

export function EditContactDialog({ clientId, contact, onClose }: EditContactDialogProps) {
  const update = useUpdateContact(clientId, contact.id)
  return <ContactDialog title="Edit Contact" contact={contact} save={update.mutateAsync} onClose={onClose} />
}

const comparison: Comparison<typeof ContactInput, Contact> = {
  record: Contact,
  input: ContactInput,
  toForm,
  fields: {
    name: { label: 'Name' },
    role: { label: 'Role' },
    email: { label: 'Email' },
    phone: { label: 'Phone' },
    gets_invoices: { label: 'Invoices, reminders and receipts' },
    gets_news: { label: 'News about deliverables and comments' },
  },
}

interface ContactDialogProps {
  title: string
  contact?: Contact
  save(change: ContactChange): Promise<unknown>
  onClose(): void
}

function ContactDialog({ title, contact, save, onClose }: ContactDialogProps) {
  const form = useSchemaForm(ContactInput, contact ? toForm(contact) : EMPTY)
  const conflict = useConflict(form, contact, comparison)
  const { register, formState } = form
  const { errors } = formState
  const unsubscribed = contact?.unsubscribed_at ?? null

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="contact"
      action="Save Contact"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) => save({ form: entered, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <Field
        id="contact-name"
        label="Name"
        required
        hint="Stands on what they approve and write."
        error={errors.name?.message}
      >
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field id="contact-role" label="Role" optional error={errors.role?.message}>
        <Input autoComplete="off" {...register('role')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="contact-email" label="Email" optional error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...register('email')} />
        </Field>
        <Field
          id="contact-phone"
          label="Phone"
          optional
          hint="With country code, for example +1 555 010 4477."
          error={errors.phone?.message}
        >
          <Input type="tel" autoComplete="off" {...register('phone')} />
        </Field>
      </div>
      <Switch
        label="Invoices, reminders and receipts"
        hint="Besides the client’s own address, with a link of their own."
        {...register('gets_invoices')}
      />
      <Switch
        label="News about deliverables and comments"
        hint={
          unsubscribed
            ? `Unsubscribed on ${formatInstantLongDate(unsubscribed)}. Only they can undo it, with the link in an earlier email.`
            : 'Ten minutes later, unless they have seen them in the portal by then.'
        }
        {...(unsubscribed ? { checked: false, disabled: true } : register('gets_news'))}
      />
    </FormDialog>
  )
}
