import { z } from 'zod'
import { MailAddress } from '#core/schemas.ts'
import type { Sender } from '#server/config/environment.ts'
import type { Encryption } from '#server/crypto/encryption.ts'
import { type Attachment, MailAttachment } from './attachment.ts'
import type { Transport } from './transport.ts'

/** Mail as actions and the sending job see it. */
export interface MailService {
  /** True if email can be sent. An action that promises an email checks this first. */
  enabled: boolean
  /** Through which it is sent. */
  kind: 'smtp' | 'sandbox' | 'none'
  from: Sender
  /** The page that shows the mails, where a sandbox stands in for the mail server. */
  outboxPath: string | null
  transport: Transport | undefined
  encryption: Encryption
  /** Every kind of file that mails carry. */
  attachments: readonly Attachment[]
}

declare module '#server/services.ts' {
  interface Services {
    mail: MailService
  }
}

// Control characters could end a header and start another.
const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => !/\p{Control}/u.test(text), 'must be one line')

export const Mail = z.object({
  to: MailAddress,
  /** Recipients of a copy, for all recipients to see. */
  cc: z.array(MailAddress).optional(),
  subject: oneLine(500),
  text: z.string().min(1),
  html: z.string().min(1),
  replyTo: MailAddress.optional(),
  /** The name shown with the address that Daybook sends from. */
  fromName: oneLine(200).optional(),
  attachment: MailAttachment.optional(),
  /** The sender's logo, which the HTML shows at the top. */
  logo: MailAttachment.optional(),
  /** Unsubscribes the recipient with one click in a mail program. */
  unsubscribeUrl: z.url().optional(),
})
export type Mail = z.output<typeof Mail>

/** The part of a mail that is stored encrypted. */
export const MailContent = Mail.pick({ text: true, html: true, unsubscribeUrl: true, logo: true })
export type MailContent = z.output<typeof MailContent>
