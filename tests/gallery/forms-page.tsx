import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { HOURS, moneyFigure } from '#core/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Input } from '#web/ui/input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'

export function FormsPage() {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  return (
    <>
      <PageHeader
        title="Forms"
        actions={
          <Button variant="primary" onClick={() => setOpen(true)}>
            Add Client
          </Button>
        }
      />
      <SearchBox
        placeholder="Search clients..."
        value={query}
        onValueChange={setQuery}
        searching={query.length > 3}
        className="mb-6 max-w-sm"
      />
      <Card className="max-w-2xl">
        <ProjectForm />
      </Card>
      <ClientDialog open={open} onOpenChange={setOpen} />
    </>
  )
}

type Client = { id: number; name: string; company: string }

const clients: Client[] = [
  { id: 1, name: 'Jonas Pine', company: 'Harbour & Pine' },
  { id: 2, name: 'Maya Field', company: 'Fieldnote Coffee' },
  { id: 3, name: 'Petr Ostrava', company: 'Ostrava Press' },
]

function ProjectForm() {
  const [client, setClient] = useState<Client | null>(null)
  const [found, setFound] = useState<Client[]>([])
  const [searching, setSearching] = useState(false)
  const { register, control, handleSubmit } = useForm({ defaultValues: { status: 'active', project: null } })

  const search = (query: string) => {
    setSearching(true)
    setTimeout(() => {
      setFound(clients.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())))
      setSearching(false)
    }, 200)
  }

  return (
    <form onSubmit={handleSubmit((values) => void toast.success('Saved', JSON.stringify(values)))} noValidate>
      <div className="grid gap-4 p-5 sm:grid-cols-2">
        <Field label="Name" required className="sm:col-span-2">
          <Input placeholder="Webshop, new checkout" />
        </Field>
        <Field label="Client">
          <Combobox
            items={found}
            itemKey={({ id }) => id}
            itemLabel={({ name }) => name}
            itemDetail={({ company }) => company}
            value={client}
            onValueChange={setClient}
            onSearch={search}
            searching={searching}
            placeholder="Search clients..."
          />
        </Field>
        <Controller
          control={control}
          name="status"
          render={({ field: { onChange, ...field } }) => (
            <Field label="Status">
              <Select
                {...field}
                onValueChange={onChange}
                options={[
                  { value: 'active', label: 'Active' },
                  { value: 'completed', label: 'Completed' },
                  { value: 'on_hold', label: 'On hold' },
                  { value: 'cancelled', label: 'Cancelled', disabled: true },
                ]}
              />
            </Field>
          )}
        />
        <Field label="Hourly rate">
          <MoneyInput kind={moneyFigure('USD')} />
        </Field>
        <Field label="Estimated hours" hint="Quarters of an hour are enough.">
          <FigureInput kind={HOURS} suffix="h" />
        </Field>
        <Field label="Start date" error="Please choose a date">
          <DateInput />
        </Field>
        <Field label="Disabled">
          <Input disabled value="Cannot change" />
        </Field>
        <Field label="Description" className="sm:col-span-2">
          <Textarea rows={3} />
        </Field>
        <Checkbox label="Billable" defaultChecked />
        <Checkbox label="Some of a group" indeterminate />
        <Switch label="Internal" hint="Your client does not see it." {...register('project')} />
      </div>
      <div className="flex justify-end gap-2 border-t border-hairline px-5 py-3">
        <Button type="submit" variant="primary">
          Save Project
        </Button>
      </div>
    </form>
  )
}

type ClientDialogProps = { open: boolean; onOpenChange(open: boolean): void }

function ClientDialog({ open, onOpenChange }: ClientDialogProps) {
  const confirm = useConfirm()
  const form = useForm({ defaultValues: { name: '', email: '', status: 'lead' } })
  const { errors, isDirty } = form.formState

  const change = (next: boolean) => {
    onOpenChange(next)
    if (!next) form.reset()
  }

  const askFromOutside = async () => {
    if (await confirm({ title: 'Delete?', consequences: 'It is gone for good.', confirmLabel: 'Delete' }))
      change(false)
  }

  const listed = [
    ...(errors.name?.message ? [{ id: 'client-name', message: errors.name.message }] : []),
    ...(errors.email?.message ? [{ id: 'client-email', message: errors.email.message }] : []),
  ]

  return (
    <Dialog open={open} onOpenChange={change} title="Add Client" guardUnsaved={isDirty}>
      <DialogForm
        onSubmit={form.handleSubmit(() => {
          toast.success('Client created successfully')
          change(false)
        })}
      >
        <DialogBody>
          <FormErrors errors={listed} />
          <Field id="client-name" label="Name" required error={errors.name?.message}>
            <Input {...form.register('name', { required: 'Client name is required' })} />
          </Field>
          <Field id="client-email" label="Email" error={errors.email?.message}>
            <Input
              type="email"
              {...form.register('email', {
                pattern: { value: /@/, message: 'Please enter a valid email address' },
              })}
            />
          </Field>
          <Controller
            control={form.control}
            name="status"
            render={({ field: { onChange, ...field } }) => (
              <Field label="Kind">
                <Select
                  {...field}
                  onValueChange={onChange}
                  options={[
                    { value: 'lead', label: 'Lead' },
                    { value: 'client', label: 'Client' },
                  ]}
                />
              </Field>
            )}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" className="mr-auto" onClick={askFromOutside}>
            Delete
          </Button>
          <DialogClose />
          <Button type="submit" variant="primary">
            Save Client
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
