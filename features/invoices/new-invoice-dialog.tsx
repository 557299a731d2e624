import { useState } from 'react'
import { Controller, type DefaultValues } from 'react-hook-form'
import { PERCENT } from '#core/figures.ts'
import { useToday } from '#features/account/client.ts'
import { ClientPicker } from '#features/clients/client-picker.tsx'
import type { Project } from '#features/projects/contract.ts'
import { ProjectPicker } from '#features/projects/project-picker.tsx'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCreateInvoice } from './client.ts'
import { type InvoiceForm, InvoiceInput } from './contract.ts'

const blank = (today: string, project: Project | undefined): DefaultValues<InvoiceForm> => ({
  ...(project && { project_id: project.id }),
  ...(project?.client_id && { client_id: project.client_id }),
  issue_date: today,
  due_date: '',
  tax_rate: 0,
  notes: '',
})

type NewInvoiceDialogProps = {
  /** The project to invoice, if known. */
  project: Project | undefined
  onCreated(id: number): void
  onClose(): void
}

export function NewInvoiceDialog({ project, onCreated, onClose }: NewInvoiceDialogProps) {
  const create = useCreateInvoice()
  const form = useSchemaForm(InvoiceInput, blank(useToday(), project))
  const { register, control, setValue, watch, formState } = form
  const { errors, isSubmitted } = formState
  const [clientOfProject, setClientOfProject] = useState(clientOf(project))
  const clientId = watch('client_id')

  const save = async ({ project_id, ...entered }: InvoiceForm) => {
    const { id } = await create.mutateAsync({ ...entered, ...(project_id && { project_id }) })
    onCreated(id)
  }

  return (
    <FormDialog
      form={form}
      title="Create Invoice"
      prefix="invoice"
      action="Create Invoice"
      save={save}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="client_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id="invoice-client_id" label="Client" required error={errors.client_id?.message}>
            <ClientPicker
              key={clientOfProject?.id}
              {...field}
              initial={clientOfProject}
              onValueChange={(id) => {
                onChange(id)
                setValue('project_id', null)
              }}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="project_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id="invoice-project_id" label="Project" optional error={errors.project_id?.message}>
            <ProjectPicker
              {...field}
              initial={project ?? null}
              clientId={clientId}
              onValueChange={(id, project) => {
                onChange(id)
                if (clientId || !project?.client_id) return
                setClientOfProject({ id: project.client_id, name: project.client_name ?? '' })
                setValue('client_id', project.client_id, {
                  shouldDirty: true,
                  shouldValidate: isSubmitted,
                })
              }}
            />
          </Field>
        )}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="invoice-issue_date" label="Issue date" required error={errors.issue_date?.message}>
          <DateInput {...register('issue_date')} />
        </Field>
        <Field id="invoice-due_date" label="Due date" optional error={errors.due_date?.message}>
          <DateInput {...register('due_date')} />
        </Field>
        <Field id="invoice-tax_rate" label="Tax rate" error={errors.tax_rate?.message}>
          <FigureInput suffix="%" {...figure(register, 'tax_rate', PERCENT)} />
        </Field>
      </div>
      <Field
        id="invoice-notes"
        label="Notes"
        optional
        hint="Your client sees this on the invoice."
        error={errors.notes?.message}
      >
        <Textarea rows={3} placeholder="Payment details, or a thank-you note" {...register('notes')} />
      </Field>
    </FormDialog>
  )
}

const clientOf = (project: Project | undefined): { id: number; name: string } | null =>
  project?.client_id ? { id: project.client_id, name: project.client_name ?? '' } : null
