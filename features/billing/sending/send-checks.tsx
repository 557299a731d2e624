import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoney } from '#core/format.ts'
import { invoiceQuery } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/field.tsx'
import { emptyInvoiceQuestion } from './rules/mails.ts'

export function EmptyInvoiceWarning({ invoice }: { invoice: Invoice }) {
  if (invoice.items.length > 0) return null
  return (
    <Alert tone="warning" title="This invoice has no items yet">
      Its total is {formatMoney(invoice.total, invoice.currency)}.
    </Alert>
  )
}

/** Asks before an invoice without items is sent. Resolves to whether it may be. */
export function useEmptyInvoiceCheck(id: number): () => Promise<boolean> {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  return async () => {
    // As it is now: an item may have been saved a moment ago.
    const invoice = queryClient.getQueryData(invoiceQuery(id).queryKey)
    const question = invoice && emptyInvoiceQuestion(invoice)
    return !question || confirm(question)
  }
}

type MissingRateProps = { invoice: Invoice; error: string | undefined; children: ReactNode }

/** A draft in another currency may get its exchange rate at the last moment. */
export function MissingRate({ invoice, error, children }: MissingRateProps) {
  if (invoice.home_total !== null) return null
  return (
    <Field
      id="send-exchange_rate"
      label="Exchange rate"
      required
      hint={`How many ${invoice.home_currency} one ${invoice.currency} is worth. Your reports need it.`}
      error={error}
    >
      {children}
    </Field>
  )
}
