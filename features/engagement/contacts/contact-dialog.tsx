import { Controller } from 'react-hook-form'
import { formatInstantLongDate } from '#core/format.ts'
import { localeName } from '#core/locale.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { ReachFields } from '#web/forms/reach-fields.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { type ContactChange, toForm, useCreateContact, useUpdateContact } from './client.ts'
import { Contact, type ContactForm, ContactInput } from './contract/contacts.ts'
import { LocaleSelect } from './locale-select.tsx'

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
    locale: { label: 'Dates and amounts', text: localeName },
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
  const { register, control, formState } = form
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
      <ReachFields
        prefix="contact"
        fields={{ name: register('name'), email: register('email'), phone: register('phone') }}
        errors={errors}
        nameHint="Shown with their approvals and comments."
      >
        <Field id="contact-role" label="Role" error={errors.role?.message}>
          <Input autoComplete="off" {...register('role')} />
        </Field>
      </ReachFields>
      <Controller
        control={control}
        name="locale"
        render={({ field: { onChange, ...field } }) => (
          <Field
            id="contact-locale"
            label="Dates and amounts"
            hint="In their portal, where they can change it too."
            error={errors.locale?.message}
          >
            <LocaleSelect {...field} ofBusiness="As in your account" onValueChange={onChange} />
          </Field>
        )}
      />
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
            : 'Sent after ten minutes, unless they have seen them in the portal by then.'
        }
        {...(unsubscribed ? { checked: false, disabled: true } : register('gets_news'))}
      />
    </FormDialog>
  )
}
