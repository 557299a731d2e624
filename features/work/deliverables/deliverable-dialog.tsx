import { useState } from 'react'
import type { Currency } from '#core/currency.ts'
import { moneyFigure } from '#core/figures.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { tooLarge } from '#features/foundation/storage/client.ts'
import { FeeField } from '#features/work/billing-status/fee-field.tsx'
import { UNBILLED } from '#features/work/billing-status/rules.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import {
  toForm,
  useCreateDeliverable,
  useRemoveFile,
  useStartUpload,
  useUpdateDeliverable,
} from './client.ts'
import { type Deliverable, type DeliverableForm, DeliverableInput } from './contract.ts'
import { FileField } from './file-field.tsx'

type NewDeliverableDialogProps = { project: Pick<Project, 'id' | 'currency'>; onClose(): void }

export function NewDeliverableDialog({ project, onClose }: NewDeliverableDialogProps) {
  const create = useCreateDeliverable(project.id)
  const startUpload = useStartUpload(project.id)
  return (
    <DeliverableDialog
      title="Add Deliverable"
      currency={project.currency}
      save={async ({ form, file }) => {
        const { id } = await create.mutateAsync(form)
        if (file) void startUpload(id, file)
      }}
      onClose={onClose}
    />
  )
}

type EditDeliverableDialogProps = NewDeliverableDialogProps & { deliverable: Deliverable }

export function EditDeliverableDialog({ project, deliverable, onClose }: EditDeliverableDialogProps) {
  const update = useUpdateDeliverable(project.id, deliverable.id)
  const removeFile = useRemoveFile(project.id, deliverable.id)
  const startUpload = useStartUpload(project.id)
  return (
    <DeliverableDialog
      title="Edit Deliverable"
      deliverable={deliverable}
      currency={project.currency}
      save={async ({ form, kind, file }) => {
        await update.mutateAsync(form)
        if (file) void startUpload(deliverable.id, file)
        else if (kind === 'words' && deliverable.file) await removeFile.mutateAsync()
      }}
      onClose={onClose}
    />
  )
}

const kinds = [
  { value: 'file', label: 'A file' },
  { value: 'link', label: 'A link' },
  { value: 'words', label: 'Description only' },
] as const
type Kind = (typeof kinds)[number]['value']

const hints: Record<Kind, string | undefined> = {
  file: undefined,
  link: undefined,
  words: 'No file or link, for example to report that something is done.',
}

const kindOf = (deliverable: Deliverable | undefined): Kind => {
  if (!deliverable || deliverable.file) return 'file'
  return deliverable.link_url ? 'link' : deliverable.version > 0 ? 'words' : 'file'
}

interface Entered {
  form: DeliverableForm
  kind: Kind
  /** The file to upload. */
  file: File | null
}

const EMPTY: Required<DeliverableForm> = { title: '', description: '', link_url: '', fee: null }

interface DeliverableDialogProps {
  title: string
  deliverable?: Deliverable
  currency: Currency
  save(entered: Entered): Promise<unknown>
  onClose(): void
}

function DeliverableDialog({ title, deliverable, currency, save, onClose }: DeliverableDialogProps) {
  const form = useSchemaForm(DeliverableInput, deliverable ? toForm(deliverable) : EMPTY)
  const { register, setError, formState } = form
  const { errors } = formState
  const [kind, setKind] = useState(kindOf(deliverable))
  const [file, setFile] = useState<File | null>(null)

  const submit = async (entered: DeliverableForm) => {
    if (kind === 'link' && !entered.link_url) {
      setError('link_url', { message: 'Please enter the address' }, { shouldFocus: true })
      return false
    }
    const chosen = kind === 'file' ? file : null
    if (chosen && tooLarge(chosen)) return false
    const body = kind === 'link' ? entered : { ...entered, link_url: null }
    await save({ form: body, kind, file: chosen })
    onClose()
    return true
  }

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="deliverable"
      action="Save Deliverable"
      save={submit}
      changed={file !== null || kind !== kindOf(deliverable)}
      onClose={onClose}
    >
      <Field id="deliverable-title" label="Title" required error={errors.title?.message}>
        <Input autoComplete="off" {...register('title')} />
      </Field>
      <Field
        id="deliverable-description"
        label="Description"
        hint="Your client sees this with the deliverable."
        error={errors.description?.message}
      >
        <Textarea rows={3} {...register('description')} />
      </Field>
      <Field label="What you deliver" hint={hints[kind]}>
        <Select<Kind> options={kinds} value={kind} onValueChange={setKind} />
      </Field>
      {kind === 'file' && <FileField chosen={file} present={deliverable?.file ?? null} onChoose={setFile} />}
      {kind === 'link' && (
        <Field
          id="deliverable-link_url"
          label="Link"
          hint="Where your client can find it, such as a prototype or a shared folder."
          error={errors.link_url?.message}
        >
          <Input type="url" placeholder="https://" autoComplete="off" {...register('link_url')} />
        </Field>
      )}
      <FeeField
        id="deliverable-fee"
        hint="Can be billed once your client has approved the deliverable."
        error={errors.fee?.message}
        work={deliverable ?? UNBILLED}
        fee={figure(register, 'fee', moneyFigure(currency))}
      />
    </FormDialog>
  )
}
