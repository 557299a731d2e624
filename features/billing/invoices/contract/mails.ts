import { z } from 'zod'
import { Instant } from '#core/calendar.ts'

/** The kind of an email about an invoice: the invoice itself, a revision or copy, or a message that follows from it. */
export const MailKind = z.enum([
  'invoice',
  'revision',
  'copy',
  'reminder',
  'answers',
  'receipt',
  'credit_note',
])
export type MailKind = z.output<typeof MailKind>

/** Choices for a mail that goes later. Subject, text and addresses that are left out follow profile and client. */
export const ScheduledMail = z.object({
  to: z.string().optional(),
  cc: z.array(z.string()).optional(),
  subject: z.string().optional(),
  message: z.string().optional(),
  attach_pdf: z.boolean(),
})
export type ScheduledMail = z.output<typeof ScheduledMail>

export const InvoiceMail = z.object({
  id: z.int(),
  kind: MailKind,
  is_automatic: z.boolean().meta({ description: 'Whether it is a reminder that Daybook sent by itself.' }),
  recipients: z.array(z.string()).meta({ description: 'Empty once the client was erased.' }),
  subject: z.string(),
  sent_at: Instant,
  status: z.enum(['sending', 'sent', 'failed', 'uncertain']).meta({
    description:
      '`failed`: it was not delivered. `uncertain`: the connection was lost while it was being sent.',
  }),
  seen_at: Instant.nullable().meta({
    description: 'When the client next opened the invoice in the portal; null if that has not happened.',
  }),
})
export type InvoiceMail = z.output<typeof InvoiceMail>
