import { type Ref, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { useProjectsToChoose } from './client.ts'
import type { Project } from './contract.ts'

export type ProjectChoice = Pick<Project, 'id' | 'name' | 'client_name'>

type ProjectPickerProps = {
  value: number | null | undefined
  /** What the value is called when the form opens; it need not be among those that can be chosen. */
  initial?: ProjectChoice | null
  onValueChange(id: number | null, project: Project | null): void
  /** Only this client's projects. */
  clientId?: number | null
  onBlur?: () => void
  name?: string
  disabled?: boolean
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Chooses a project that is not cancelled, searched on the server. Stands in a Field, fits a Controller. */
export function ProjectPicker({ value, initial, onValueChange, clientId, ...rest }: ProjectPickerProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ProjectChoice | null>(initial ?? null)
  const { items, searching } = useProjectsToChoose(q, clientId)

  return (
    <Combobox<ProjectChoice>
      placeholder="Search projects..."
      {...rest}
      items={items ?? []}
      itemKey={keyOf}
      itemLabel={labelOf}
      itemDetail={detailOf}
      value={chosen && chosen.id === value ? chosen : null}
      onValueChange={(choice) => {
        setChosen(choice)
        onValueChange(choice?.id ?? null, items?.find(({ id }) => id === choice?.id) ?? null)
      }}
      onSearch={setQ}
      searching={searching || items === undefined}
      message={q ? undefined : 'No projects yet'}
    />
  )
}

const keyOf = ({ id }: ProjectChoice) => id
const labelOf = ({ name }: ProjectChoice) => name
const detailOf = ({ client_name }: ProjectChoice) => client_name
