import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dateIn, timeIn } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { toItemForm, useInvoiceChange } from '#features/billing/invoices/client.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { describeTime } from '#features/billing/invoices/rules/schedule.ts'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { businessQuery, useUpdateBusiness } from '#features/foundation/business/client.ts'
import type { BusinessForm } from '#features/foundation/business/contract.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { serverNow } from '#web/data/server-clock.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { Reminders, type RemindersInput, remindersApi } from './contract/reminders.ts'
import {
  type ScheduleForm,
  type SendForm,
  type SendKind,
  type SentInvoice,
  sendingApi,
} from './contract/sending.ts'
import { PRICED_UNITS, type PricedUnit, unpricedTime } from './rules/missing.ts'

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

/** Sends a draft later, or at another time than so far. */
export function useScheduleInvoice(id: number) {
  const [timeZone, today] = [useTimeZone(), useToday()]
  return useInvoiceChange<{ form: ScheduleForm; ifMatch: IfMatch }, Invoice>(id, {
    run: ({ form, ifMatch }) => call(sendingApi.schedule, { params: { id }, body: form, ifMatch }),
    applyResult: (_, saved) => saved,
    succeeded: (invoice) => [
      `${invoiceTitle(invoice)} is scheduled`,
      invoice.scheduled_for
        ? `It is sent on ${describeTime(invoice.scheduled_for, timeZone, today)}.`
        : undefined,
    ],
    failed: 'Failed to schedule the invoice',
  })
}

/** Can be undone as long as its time has not come. */
export function useCancelSchedule({ id, scheduled_for, scheduled_mail }: Invoice) {
  const timeZone = useTimeZone()
  const scheduleAgain = (ifMatch: IfMatch) => {
    if (!scheduled_for || !scheduled_mail || scheduled_for.getTime() <= serverNow()) return undefined
    const time = { date: dateIn(timeZone, scheduled_for), time: timeIn(timeZone, scheduled_for) }
    return () => call(sendingApi.schedule, { params: { id }, body: { ...time, ...scheduled_mail }, ifMatch })
  }
  return useInvoiceChange<void, Invoice>(id, {
    run: (_, ifMatch) => call(sendingApi.unschedule, { params: { id }, ifMatch }),
    applyResult: (_, saved) => saved,
    succeeded: (invoice) => `${invoiceTitle(invoice)} is no longer scheduled`,
    undo: ({ version }) => scheduleAgain(version),
    failed: 'Failed to cancel the schedule',
  })
}

interface Completion {
  invoice: Invoice
  /** Fields of the business profile. */
  profile: BusinessForm
  due_date: string | null
  exchange_rate: number | null
  /** For time without a rate. */
  rates: Readonly<Record<PricedUnit, number | null | undefined>>
}

/** Saves what an invoice lacked, in the profile and in the invoice itself. Gives the invoice as it is then. */
export function useCompleteInvoice(id: number) {
  const queryClient = useQueryClient()
  const update = useUpdateBusiness()
  return useInvoiceChange<Completion, Invoice>(id, {
    run: async ({ invoice, profile, due_date, exchange_rate, rates }) => {
      let { version } = invoice
      if (Object.keys(profile).length > 0) {
        const shown = queryClient.getQueryData(businessQuery.queryKey)
        await update.mutateAsync({ form: profile, ifMatch: shown?.version ?? null })
      }
      if (due_date !== null || exchange_rate !== null) {
        const body = {
          ...(due_date !== null && { due_date }),
          ...(exchange_rate !== null && { exchange_rate }),
        }
        version = (await call(invoicesApi.update, { params: { id }, body, ifMatch: version })).version
      }
      for (const unit of PRICED_UNITS) {
        const rate = rates[unit]
        if (rate == null) continue
        for (const item of unpricedTime(invoice, unit)) {
          const body = { ...toItemForm(item, invoice.currency), rate }
          const params = { id, itemId: item.id }
          const saved = await call(invoicesApi.updateItem, { params, body, ifMatch: version })
          version = saved.invoice_version
        }
      }
      return call(invoicesApi.get, { params: { id } })
    },
    applyResult: (_, saved) => saved,
    failed: 'Failed to save what was missing',
  })
}
