import type { ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { BillingStatus } from './contract.ts'
import { billedOn, invoicePath } from './rules.ts'

type BilledNoticeProps = { invoice: NonNullable<BillingStatus['invoice']>; children: ReactNode }

/** Above the form of work that is on an invoice: what can still be changed. */
export function BilledNotice({ invoice, children }: BilledNoticeProps) {
  return (
    <Alert
      tone="info"
      title={
        <>
          Billed on <TextLink to={invoicePath(invoice)}>{billedOn(invoice)}</TextLink>
        </>
      }
    >
      {children}
    </Alert>
  )
}
