import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { Input } from '#web/ui/input.tsx'
import { useRenamePasskey } from './client.ts'
import { type Passkey, PasskeyInput } from './contract.ts'

type PasskeyNameFormProps = { passkey: Passkey; onLeave(): void }

export function PasskeyNameForm({ passkey, onLeave }: PasskeyNameFormProps) {
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string>()
  const rename = useRenamePasskey()
  const inlineEdit = useInlineEdit({ changed: name !== passkey.name, onLeave })

  const save = (event: FormEvent) => {
    event.preventDefault()
    const read = PasskeyInput.safeParse({ name })
    if (!read.success) return setError(read.error.issues[0]?.message)
    rename.mutate({ id: passkey.id, name: read.data.name })
    onLeave()
  }

  return (
    <form
      noValidate
      onSubmit={save}
      {...inlineEdit}
      className="flex max-w-sm flex-wrap items-start gap-2 pb-1"
    >
      <Field label="Name of the passkey" hideLabel error={error} className="flex-1 basis-40">
        <Input
          autoFocus
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button variant="ghost" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  )
}
