import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import type { BillingStatus } from './contract.ts'
import { lockedBy } from './rules.ts'

type FeeFieldProps = {
  id: string
  hint: string
  error: string | undefined
  work: BillingStatus
  /** Props from `figure` for the fee. */
  fee: ComponentProps<typeof MoneyInput>
}

/** The fee of a deliverable or milestone. Once it is on an invoice, it no longer changes. */
export function FeeField({ id, hint, error, work, fee }: FeeFieldProps) {
  return (
    <Field id={id} label="Fee" hint={hint} error={error} locked={lockedBy(work)}>
      <MoneyInput {...fee} />
    </Field>
  )
}
