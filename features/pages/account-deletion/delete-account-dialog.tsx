import type { User } from '#features/foundation/account/contract.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import { errorMessage } from '#web/data/change.ts'
import { showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useRequestDeletion } from './client.ts'
import { DeletionInput } from './contract.ts'
import { confirms } from './rules.ts'

type DeleteAccountDialogProps = { user: User; onClose(): void }

export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const form = useSchemaForm(DeletionInput, { confirm_name: '' })
  const request = useRequestDeletion()
  const { errors, isSubmitting } = form.formState
  const name = businessName(user)

  const submit = form.handleSubmit(async (entered) => {
    if (!confirms(entered.confirm_name, user)) {
      form.setError('confirm_name', { message: `Please type “${name}”` })
      return
    }
    try {
      await request.mutateAsync(entered)
    } catch (error) {
      if (!showServerErrors(form, error) && error instanceof Error)
        toast.error('Failed to delete your account', errorMessage(error))
    }
  })

  return (
    <Dialog open onOpenChange={onClose} title="Confirm by typing the name">
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <p className="wrap-anywhere">
            To delete this account, type <strong>{name}</strong>.
          </p>
          <Field
            id="deletion-confirm_name"
            label="Name of this account"
            required
            error={errors.confirm_name?.message}
          >
            <Input autoComplete="off" {...form.register('confirm_name')} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="danger" type="submit" pending={isSubmitting}>
            Delete account
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
