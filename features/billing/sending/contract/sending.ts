import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ExchangeRate } from '#core/money-schemas.ts'
import { ById, CopyAddresses, MailAddress, Secret } from '#core/schemas.ts'
import { maxLength } from '#core/text.ts'
import { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { InvoiceMail } from '#features/billing/invoices/contract/mails.ts'

/** A copy: nothing changed since it was sent. A revision: something did. */
export const SendKind = z.enum(['first', 'copy', 'revision', 'reminder'])
export type SendKind = z.output<typeof SendKind>

export const MAX_SUBJECT_LENGTH = 200

const MAIL_CHOICES = {
  subject: maxLength(MAX_SUBJECT_LENGTH)
    .optional()
    .meta({ description: "If left out, the profile's or Daybook's own." }),
  message: maxLength(10_000).optional().meta({
    description:
      "The text of the mail, without links and addresses. If left out, the profile's or Daybook's own.",
  }),
  to: MailAddress.optional().meta({
    description: "Where this mail goes. If left out, the client's email address.",
  }),
  cc: CopyAddresses.optional().meta({
    description: "Who gets a copy of this mail. If left out, the client's `cc_emails`.",
  }),
  attach_pdf: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether the mail carries the invoice as a PDF.' }),
}

export const SendInput = z
  .object({
    mail: z.boolean().default(true).meta({ description: 'False to share the portal link yourself.' }),
    kind: SendKind.optional().meta({
      description:
        'What is sent: 409 if that is something else by now. If left out, a reminder when it is due soon, and otherwise ' +
        'what it is. One that is sent again unchanged and unpaid may be either a copy or a reminder.',
    }),
    ...MAIL_CHOICES,
    exchange_rate: ExchangeRate.nullish().meta({
      description: 'For a draft in a currency other than the home currency; if left out, it stays as it is.',
    }),
  })
  .nullish()
  .transform((input) => ({
    ...input,
    mail: input?.mail ?? true,
    exchange_rate: input?.exchange_rate ?? null,
    attach_pdf: input?.attach_pdf ?? true,
  }))
export type SendInput = z.output<typeof SendInput>
export type SendForm = NonNullable<z.input<typeof SendInput>>

export const DEFAULT_SEND_TIME = '09:00'

export const ScheduleInput = z.object({
  date: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time')
    .default(DEFAULT_SEND_TIME)
    .meta({ description: "In the account's time zone.", example: DEFAULT_SEND_TIME }),
  ...MAIL_CHOICES,
})
export type ScheduleInput = z.output<typeof ScheduleInput>
export type ScheduleForm = z.input<typeof ScheduleInput>

export const SentInvoice = z.object({
  invoice: Invoice,
  portal_url: Secret.meta({ description: 'Where the client opens this invoice.' }),
  mailed_to: z.string().nullable(),
  kind: SendKind,
})
export type SentInvoice = z.output<typeof SentInvoice>

export const NextReminder = z.object({
  date: DateOnly,
  days_after_due: z.int().meta({ description: 'Which of the reminders of the account it is.' }),
})
export type NextReminder = z.output<typeof NextReminder>

export const MailLog = z.object({
  mails: z.array(InvoiceMail).meta({ description: 'In the order in which they were sent.' }),
  next_reminder: NextReminder.nullable().meta({
    description:
      'When the client is reminded next, if nothing changes; null if there is nothing to remind of.',
  }),
})
export type MailLog = z.output<typeof MailLog>

export const sendingApi = endpoints({
  send: {
    method: 'POST',
    path: '/api/invoices/{id}/send',
    access: 'account',
    summary: 'Mark an invoice as sent, ask the client for approval, and mail it with the portal link',
    description:
      'Creates a portal link if the client has no working one. Where nothing can be mailed, nothing is changed: 409 if ' +
      'the client has no email address, 503 if mail is not set up. With `mail: false` it returns the link for you to share.',
    params: ById,
    body: SendInput,
    response: SentInvoice,
    versioned: 'changed',
  },
  schedule: {
    method: 'PUT',
    path: '/api/invoices/{id}/schedule',
    access: 'account',
    summary: 'Send a draft by itself later, or at another time than so far',
    description:
      'It stays a draft, can still be changed, and is sent as it is then. Its dates stay as they are. Refused like sending ' +
      'where it could not be sent now, and without items. If it cannot be sent at that time, `schedule_problem` says why, ' +
      'and you get a mail. Sent, cancelled or deleted before, it is no longer scheduled.',
    params: ById,
    body: ScheduleInput,
    response: Invoice,
    versioned: 'changed',
  },
  unschedule: {
    method: 'DELETE',
    path: '/api/invoices/{id}/schedule',
    access: 'account',
    summary: 'Do not send a draft by itself after all',
    params: ById,
    response: Invoice,
    versioned: 'changed',
  },
  mails: {
    method: 'GET',
    path: '/api/invoices/{id}/mails',
    access: 'account',
    summary: 'What was mailed about an invoice, and when the client is reminded next',
    params: ById,
    response: MailLog,
  },
})
