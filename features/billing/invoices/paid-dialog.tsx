import type { DateOnly } from '#core/calendar.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { PaidOnForm } from './rules/status.ts'

const COUNTS = 'Reports count the payment on this day.'

type PaidDialogProps = {
  title: string
  action: string
  /** Defaults to today. */
  paidOn?: DateOnly | null
  hint?: string | undefined
  save(paidOn: DateOnly): Promise<unknown>
  onClose(): void
}

/** Asks for the payment date. */
export function PaidDialog({ title, action, paidOn, hint = COUNTS, save, onClose }: PaidDialogProps) {
  const today = useToday()
  const form = useSchemaForm(PaidOnForm(today), { paid_on: paidOn ?? today })
  return (
    <FormDialog
      form={form}
      title={title}
      prefix="payment"
      action={action}
      save={async ({ paid_on }) => {
        await save(paid_on)
        onClose()
      }}
      onClose={onClose}
    >
      <Field
        id="payment-paid_on"
        label="Paid on"
        required
        hint={hint}
        error={form.formState.errors.paid_on?.message}
      >
        <DateInput max={today} {...form.register('paid_on')} />
      </Field>
    </FormDialog>
  )
}
