import { Play } from 'lucide-react'
import type { Project } from '#features/engagement/projects/contract.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Work } from './rules/presses.ts'

type Start = (work: Work) => void

let start: Start | undefined
let waiting: Work | undefined

/** The timer is loaded after the page; what was pressed before is started then. Returns what ends it. */
export function registerStart(next: Start): () => void {
  start = next
  if (waiting) next(waiting)
  waiting = undefined
  return () => {
    if (start === next) start = undefined
  }
}

export function startOrWait(work: Work): void {
  if (start) start(work)
  else waiting = work
}

/** Starts the timer with what an entry was about. */
export function ContinueButton({ entry }: { entry: TimeEntry }) {
  const { project_id, project_name, client_name, description, is_billable } = entry
  const name = project_name ?? 'Unknown Project'
  return (
    <StartIcon
      label={`Continue ${description || name}`}
      work={{ project_id, project_name: name, client_name, description, is_billable }}
    />
  )
}

/** Stable, as the slot of a memoized list has to be. */
export const continueAction = (entry: TimeEntry) => <ContinueButton entry={entry} />

/** Starts the timer on a project. */
export function StartOnProject({ project }: { project: Project }) {
  const { id, name, client_name, status } = project
  if (status === 'cancelled') return null
  return (
    <StartIcon
      label={`Start the timer on ${name}`}
      work={{ project_id: id, project_name: name, client_name, description: '', is_billable: true }}
    />
  )
}

export const startAction = (project: Project) => <StartOnProject project={project} />

/** Appears on hover and focus of the row around it; on touch it is always there. */
function StartIcon({ label, work }: { label: string; work: Work }) {
  return (
    <IconButton
      size="sm"
      label={label}
      icon={<Play aria-hidden="true" />}
      onClick={() => startOrWait(work)}
      className="can-hover:opacity-0 can-hover:group-hover:opacity-100 can-hover:focus-visible:opacity-100"
    />
  )
}
