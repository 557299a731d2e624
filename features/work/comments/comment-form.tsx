import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { Draft } from './client.ts'
import { MAX_COMMENT_LENGTH } from './contract.ts'

type CommentFormProps = {
  label: string
  value: Draft
  onChange(value: Draft): void
  onSubmit(): void
  autoFocus?: boolean
  /** The form's buttons. */
  children: ReactNode
}

/** A comment to the client, or an internal note. Ctrl+Enter sends it. */
export function CommentForm({ label, value, onChange, onSubmit, autoFocus, children }: CommentFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={label} hideLabel>
        <Textarea
          rows={3}
          autoFocus={autoFocus}
          maxLength={MAX_COMMENT_LENGTH}
          placeholder={value.is_internal ? 'A note to yourself...' : 'Write to your client...'}
          value={value.content}
          onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
          onKeyDown={sendByKey}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Switch
          label="Internal"
          hint={value.is_internal ? 'Only you see this.' : 'Your client will see this.'}
          checked={value.is_internal}
          onChange={(event) => onChange({ ...value, is_internal: event.currentTarget.checked })}
        />
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1">{children}</div>
      </div>
    </form>
  )
}
