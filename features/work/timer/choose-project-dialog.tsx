import { useId, useState } from 'react'
import { useProjectsToChoose } from '#features/engagement/projects/client.ts'
import { type ProjectChoice, ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useTimeEntries } from '#features/work/time-entries/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { recentProjects } from './rules/recent-projects.ts'

interface ChooseProjectDialogProps {
  chosen: ProjectChoice | null
  /** The project of the running timer is gone. */
  missing: boolean
  onChoose(project: ProjectChoice): void
  onClose(): void
}

export function ChooseProjectDialog({ chosen, missing, onChoose, onClose }: ChooseProjectDialogProps) {
  const [project, setProject] = useState(missing ? null : chosen)
  const [error, setError] = useState<string>()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Choose a project"
      description={missing ? 'Your time is logged on it. Nothing is lost.' : 'Choose what to track time on.'}
      size="sm"
      steady
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          if (project) onChoose(project)
          else setError('Please choose a project')
        }}
      >
        <DialogBody>
          <Field id="timer-project" label="Project" required error={error}>
            <ProjectPicker
              value={project?.id}
              initial={project}
              onValueChange={(_, picked) => {
                setProject(picked)
                setError(undefined)
              }}
            />
          </Field>
          <RecentProjects chosen={missing ? null : chosen} onChoose={onChoose} />
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit">
            Choose
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}

/** One press chooses. */
function RecentProjects({ chosen, onChoose }: Pick<ChooseProjectDialogProps, 'chosen' | 'onChoose'>) {
  const heading = useId()
  const { items: entries } = useTimeEntries('', {})
  const { items: projects, hasMore } = useProjectsToChoose('', { clientId: undefined, cancelled: false })
  const recent = recentProjects(entries, { projects, areAll: !hasMore }, chosen)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-meta font-medium text-muted">
        Recent projects
      </h3>
      <ul className="mt-1 -mx-2">
        {recent.map((project) => (
          <li key={project.id}>
            <button
              type="button"
              onClick={() => onChoose(project)}
              className="flex min-h-11 w-full flex-col justify-center rounded px-2 py-1 text-left hover:bg-sunken"
            >
              <span className="line-clamp-2 font-medium wrap-anywhere">{project.name}</span>
              {project.client_name && (
                <span className="truncate text-meta text-faint">{project.client_name}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
