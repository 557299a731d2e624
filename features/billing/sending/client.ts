import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { useInvoiceChange } from '#features/billing/invoices/client.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { Reminders, type RemindersInput, remindersApi } from './contract/reminders.ts'
import { type SendForm, type SendKind, type SentInvoice, sendingApi } from './contract/sending.ts'

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call(remindersApi.get),
})

export function useUpdateReminders() {
  const queryClient = useQueryClient()
  return useChange<Reminders, RemindersInput, Reminders>({
    queryKey: remindersQuery.queryKey,
    run: (body) => {
      const shown = queryClient.getQueryData(remindersQuery.queryKey)
      return call(remindersApi.update, { body, ifMatch: shown?.version ?? null })
    },
    apply: (before, { rules = before.rules, thanks = before.thanks }) => ({ ...before, rules, thanks }),
    applyResult: (_, saved) => saved,
    applyRefusal: (before, error) => savedIn(error, Reminders) ?? before,
    succeeded: () => 'Reminders saved',
    failed: 'Failed to save the reminders',
    replacesToast: true,
  })
}

export const mailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'mails', id],
    queryFn: () => call(sendingApi.mails, { params: { id } }),
  })

/** Marks it as sent, asks for approval, and mails it unless the freelancer shares the link. */
export const useSendInvoice = (id: number) =>
  useInvoiceChange<{ form: SendForm; ifMatch: IfMatch }, SentInvoice>(id, {
    run: ({ form, ifMatch }) => call(sendingApi.send, { params: { id }, body: form, ifMatch }),
    applyResult: (_, { invoice }) => invoice,
    succeeded: ({ invoice, mailed_to, kind }) =>
      mailed_to
        ? [`${SENT_AS[kind]}${invoiceTitle(invoice)} sent to ${mailed_to}`]
        : [`${invoiceTitle(invoice)} marked as sent`, 'Send the link to your client.'],
    failed: 'Failed to send invoice',
  })

const SENT_AS: Record<SendKind, string> = {
  first: '',
  copy: 'Copy of ',
  revision: 'Revised ',
  reminder: 'Reminder of ',
}
