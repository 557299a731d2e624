import { type Ref, useEffectEvent, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { useClients, useCreateClient } from './client.ts'
import type { Client } from './contract.ts'

type Choice = Pick<Client, 'id' | 'name'> & Partial<Pick<Client, 'company' | 'currency'>>

type ClientPickerProps = {
  value: number | null | undefined
  /** The name of the value when the form opens. The client may have been archived since. */
  initial?: Choice | null
  onValueChange(id: number | null, client: Choice | null): void
  onBlur?: () => void
  name?: string
  disabled?: boolean
  placeholder?: string
  /** Filters a list: no client is created. */
  toFilter?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Chooses a client, searched on the server. For use in a Field with a Controller. */
export function ClientPicker({
  value,
  initial,
  onValueChange,
  toFilter = false,
  ...rest
}: ClientPickerProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(initial ?? null)
  const { items, searching, failure } = useClients(q)
  const forget = useEffectEvent((id: number) => {
    if (value === id) onValueChange(null, null)
  })
  const creation = useCreateClient((id) => forget(id))

  return (
    <Combobox<Choice>
      placeholder="Search clients..."
      {...rest}
      items={items ?? []}
      itemKey={keyOf}
      itemLabel={labelOf}
      itemDetail={detailOf}
      value={chosen && chosen.id === value ? chosen : null}
      onValueChange={(choice) => {
        setChosen(choice)
        onValueChange(choice?.id ?? null, choice)
      }}
      onSearch={setQ}
      searching={searching || items === undefined}
      failure={failure}
      {...(!toFilter && {
        create: { noun: 'client', run: (name) => creation.mutateAsync({ name }).catch(() => null) },
        message: q ? undefined : 'No clients yet. Type a name to create one.',
      })}
    />
  )
}

const keyOf = ({ id }: Choice) => id
const labelOf = ({ name }: Choice) => name
const detailOf = ({ company }: Choice) => company
