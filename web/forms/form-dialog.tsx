import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { errorList, showServerErrors } from './form.ts'

type FormDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  title: string
  /** What the fields' ids begin with: `${prefix}-${name}`. */
  prefix: string
  action: string
  /**
   * Saves, and closes the dialog. Throws where the server refuses: what it found wrong is shown beside the fields.
   * Gives false where it did not even ask.
   */
  save(entered: Values): Promise<unknown>
  /** What was saved elsewhere meanwhile, beside what was typed (`useConflict`). */
  conflict?: ReactNode
  /** Whether something beside the form's own fields was changed. */
  changed?: boolean
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: what is wrong on top, the fields, "Cancel" and the action. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, title, prefix, action, save, conflict, changed = false, onClose, children } = props
  const { errors, isDirty, isSubmitting } = form.formState
  const [saved, setSaved] = useState(false)

  const submit = form.handleSubmit(async (entered) => {
    try {
      setSaved((await save(entered)) !== false)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      guardUnsaved={(isDirty || changed) && !isSubmitting && !saved}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          {conflict}
          <FormErrors errors={errorList(errors, prefix)} />
          {children}
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit" pending={isSubmitting}>
            {action}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
