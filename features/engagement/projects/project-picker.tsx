import { type Ref, useEffectEvent, useRef, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { useCreateProject, useProjectsToChoose } from './client.ts'
import type { Project } from './contract.ts'

export type ProjectChoice = Pick<Project, 'id' | 'name' | 'client_name'>

type ProjectPickerProps = {
  value: number | null | undefined
  /** The name of the value when the form opens. The project need not be one that can be chosen. */
  initial?: ProjectChoice | null
  onValueChange(id: number | null, project: Project | null): void
  /** Only this client's projects. */
  clientId?: number | null
  onBlur?: () => void
  name?: string
  /** Used on a page rather than in a dialog. */
  onPage?: boolean
  disabled?: boolean
  placeholder?: string
  /** Filters a list: any project, also a cancelled one, and none is created. */
  toFilter?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Chooses a project that is not cancelled, searched on the server. For use in a Field with a Controller. */
export function ProjectPicker(props: ProjectPickerProps) {
  const { value, initial, onValueChange, clientId, toFilter = false, ...rest } = props
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ProjectChoice | null>(initial ?? null)
  const { items, searching, failure } = useProjectsToChoose(q, { clientId, cancelled: toFilter })
  const forget = useEffectEvent((id: number) => {
    if (value === id) onValueChange(null, null)
  })
  const creation = useCreateProject((id) => forget(id))
  const created = useRef<Project>(null)

  const create = async (name: string) => {
    const form = { name, client_id: clientId ?? null }
    created.current = await creation.mutateAsync({ form, clientName: null }).catch(() => null)
    return created.current
  }

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
        const project = [...(items ?? []), created.current].find((item) => item?.id === choice?.id)
        onValueChange(choice?.id ?? null, project ?? null)
      }}
      onSearch={setQ}
      searching={searching || items === undefined}
      failure={failure}
      {...(!toFilter && {
        create: { noun: 'project', run: create },
        message: q ? undefined : 'No projects yet. Type a name to create one.',
      })}
    />
  )
}

const keyOf = ({ id }: ProjectChoice) => id
const labelOf = ({ name }: ProjectChoice) => name
const detailOf = ({ client_name }: ProjectChoice) => client_name
