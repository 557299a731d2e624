import { countryName } from '#core/country.ts'
import { useUpdateBusiness } from '#features/foundation/business/client.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { FINALITY_LOCKED, requiresFinalInvoices } from '#features/foundation/business/rules.ts'
import { errorMessage } from '#web/data/change.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ProfileForm } from './business-form.tsx'

type FinalityFieldsProps = { form: ProfileForm; business: Business }

export function FinalityFields({ form, business }: FinalityFieldsProps) {
  return (
    <Switch
      label="Issued invoices are final"
      hint={
        business.finality_locked
          ? `${FINALITY_LOCKED}. Correct an invoice with a credit note.`
          : 'An invoice gets its number when it is sent, approved or paid, and no longer changes. Correct it with a credit note.'
      }
      disabled={business.finality_locked}
      {...form.register('issued_is_final')}
    />
  )
}

type FinalityProposalProps = { business: Business; country: string }

/** Proposes final invoices where the law requires them. */
export function FinalityProposal({ business, country }: FinalityProposalProps) {
  const update = useUpdateBusiness()
  if (business.issued_is_final || !requiresFinalInvoices(country)) return null
  const turnOn = () =>
    update.mutate(
      { form: { issued_is_final: true }, ifMatch: null },
      {
        onSuccess: () => toast.success('Issued invoices are final from now on'),
        onError: (error) => toast.error('Failed to save issued invoices', errorMessage(error)),
      },
    )
  return (
    <Alert
      tone="info"
      title="Make issued invoices final?"
      action={
        <Button pending={update.isPending} onClick={turnOn}>
          Turn on
        </Button>
      }
    >
      {`Tax law in ${countryName(country)} requires that an invoice stays as it was issued and is corrected with a credit note.`}
    </Alert>
  )
}
