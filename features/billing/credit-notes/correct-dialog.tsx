import { formatMoney } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCorrectInvoice } from './client.ts'
import { type CorrectionForm, CorrectionInput } from './contract.ts'

type CorrectDialogProps = { invoice: Invoice; onCorrected(copyId: number): void; onClose(): void }

/** Asks why an invoice is corrected. */
export function CorrectDialog({ invoice, onCorrected, onClose }: CorrectDialogProps) {
  const correction = useCorrectInvoice(invoice.id)
  const form = useSchemaForm(CorrectionInput, { reason: '' })
  const { register, formState } = form
  const left = formatMoney(invoice.total - invoice.credited, invoice.currency)

  const save = async (entered: CorrectionForm) => {
    const { invoice: copy } = await correction.mutateAsync(entered)
    onCorrected(copy.id)
  }

  return (
    <FormDialog
      form={form}
      title={`Correct ${invoice.invoice_number}`}
      prefix="correct"
      action="Credit and copy"
      save={save}
      onClose={onClose}
    >
      <p className="text-muted">
        A credit note takes back {left}, and you get a copy of the invoice to change and send. Time and
        expenses that it bills move to the copy. Payments stay where they were recorded.
      </p>
      <Field
        id="correct-reason"
        label="Reason"
        required
        hint="Your client sees it on the credit note."
        error={formState.errors.reason?.message}
      >
        <Textarea rows={2} placeholder="The address was wrong." {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
