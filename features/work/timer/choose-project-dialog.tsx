import { useState } from 'react'
import { type ProjectChoice, ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'

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
