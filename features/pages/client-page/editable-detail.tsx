import { Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useChangeClientDetail } from '#features/engagement/clients/client.ts'
import { type Client, ClientInput } from '#features/engagement/clients/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

type DetailName = 'company' | 'email' | 'phone' | 'address' | 'postal_code' | 'city' | 'tax_id' | 'notes'

type EditableDetailProps = {
  client: Client
  name: DetailName
  label: string
  /** The panel around it has the same title. */
  hideLabel?: boolean
  multiline?: boolean
  placeholder?: string
}

/** A text that becomes a field when it is pressed. Enter saves, Esc cancels. */
export function EditableDetail(props: EditableDetailProps) {
  const { client, name, label, hideLabel = false, multiline = false, placeholder = 'Add' } = props
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const value = client[name]

  // The form is gone, so focus moves back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (client.archived) {
    if (!value) return hideLabel ? <p className="text-muted">None</p> : null
    return (
      <Labelled label={label} hideLabel={hideLabel}>
        {value}
      </Labelled>
    )
  }
  if (isEditing) {
    const leave = () => setEditing(false)
    const form = (
      <DetailForm client={client} name={name} label={label} multiline={multiline} onLeave={leave} />
    )
    return hideLabel ? (
      form
    ) : (
      <div>
        <dt className="sr-only">{label}</dt>
        <dd>{form}</dd>
      </div>
    )
  }
  return (
    <Labelled label={label} hideLabel={hideLabel}>
      <button
        ref={button}
        type="button"
        aria-label={value ? `Edit ${label.toLowerCase()}: ${value}` : `Add ${label.toLowerCase()}`}
        onClick={() => setEditing(true)}
        className="group -mx-1.5 flex w-[calc(100%+0.75rem)] items-start gap-2 rounded-sm px-1.5 py-0.5 text-left transition-colors hover:bg-sunken touch:min-h-11 touch:items-center"
      >
        <span className={cx('min-w-0 flex-1 wrap-anywhere whitespace-pre-line', !value && 'text-faint')}>
          {value || placeholder}
        </span>
        <Pencil
          aria-hidden
          className="icon-sm mt-1 shrink-0 text-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
    </Labelled>
  )
}

type LabelledProps = { label: string; hideLabel: boolean; children: ReactNode }

function Labelled({ label, hideLabel, children }: LabelledProps) {
  if (hideLabel) return <div className="wrap-anywhere whitespace-pre-line">{children}</div>
  return (
    <div>
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}

type DetailFormProps = Pick<EditableDetailProps, 'client' | 'name' | 'label'> & {
  multiline: boolean
  onLeave(): void
}

function DetailForm({ client, name, label, multiline, onLeave }: DetailFormProps) {
  const id = useId()
  const [text, setText] = useState<string>(client[name])
  const [error, setError] = useState<string>()
  const change = useChangeClientDetail(client)
  const inlineEdit = useInlineEdit({ changed: text !== client[name], onLeave })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = ClientInput.shape[name].safeParse(text)
    if (!read.success) return setError(read.error.issues[0]?.message)
    try {
      await change.mutateAsync({ [name]: text })
      onLeave()
    } catch {
      // The message is shown by the change itself, and the text stays.
    }
  }

  const control = {
    autoFocus: true,
    value: text,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  }
  return (
    <form noValidate onSubmit={save} {...inlineEdit} className="flex flex-col gap-2">
      <Field id={id} label={label} error={error}>
        {multiline ? <Textarea rows={4} {...control} /> : <Input autoComplete="off" {...control} />}
      </Field>
      <div className="flex gap-2">
        <Button size="sm" type="submit" variant="primary" pending={change.isPending}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
