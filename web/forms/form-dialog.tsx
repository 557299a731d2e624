import { type ReactNode, type RefObject, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogFooter,
  DialogForm,
  type DialogSize,
} from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { errorList, showServerErrors } from './form.ts'

type FormDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  title: string
  /** Prefix of the fields' ids: `${prefix}-${name}`. */
  prefix: string
  action: string
  /**
   * Saves; the dialog then closes. Throws when the server refuses, and field errors are shown. Returns false if
   * nothing was sent.
   */
  save(entered: Values): Promise<unknown>
  /** The conflict panel of `useConflict`. */
  conflict?: ReactNode
  /** True if something outside the form's own fields was changed. */
  changed?: boolean
  /** Shows what is there without a way to change it. */
  isReadOnly?: boolean
  size?: DialogSize
  /** Gets focus instead of the first field, if that is filled in already. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: errors at the top, then the fields, "Cancel" and the action. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const {
    form,
    title,
    prefix,
    action,
    save,
    conflict,
    changed = false,
    isReadOnly = false,
    size = 'md',
    initialFocus,
    onClose,
    children,
  } = props
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
      size={size}
      {...(initialFocus && { initialFocus })}
      guardUnsaved={(isDirty || changed) && !isSubmitting && !saved}
    >
      <DialogForm onSubmit={submit}>
        {/* With every field disabled, the keyboard scrolls the body itself. */}
        <DialogBody {...(isReadOnly && { tabIndex: 0, role: 'region', 'aria-label': title })}>
          {conflict}
          <FormErrors errors={errorList(errors, prefix)} />
          <fieldset disabled={isReadOnly} className="contents">
            {children}
          </fieldset>
        </DialogBody>
        <DialogFooter>
          <DialogClose>{isReadOnly ? 'Close' : 'Cancel'}</DialogClose>
          {!isReadOnly && (
            <Button variant="primary" type="submit" pending={isSubmitting}>
              {action}
            </Button>
          )}
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
