import { z } from 'zod'
import { MailAddress } from '#core/schemas.ts'
import type { Sender } from '#server/config/environment.ts'
import type { Encryption } from '#server/crypto/encryption.ts'
import type { Transport } from './transport.ts'

/** The mail that this server can send, as actions and the sending job see it. */
export interface MailService {
  /** Whether anything can be sent at all. An action that promises a mail checks this first, and says so. */
  enabled: boolean
  from: Sender
  transport: Transport | undefined
  encryption: Encryption
}

declare module '#server/services.ts' {
  interface Services {
    mail: MailService
  }
}

// Control characters end a header, and with it begin another.
const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => !/\p{Control}/u.test(text), 'must be one line')

export const Mail = z.object({
  to: MailAddress,
  subject: oneLine(500),
  text: z.string().min(1),
  html: z.string().min(1),
  replyTo: MailAddress.optional(),
  /** On whose behalf it is written: stands before the address that Daybook sends from. */
  fromName: oneLine(200).optional(),
})
export type Mail = z.output<typeof Mail>

/** What of a mail is secret. */
export const MailContent = Mail.pick({ text: true, html: true })
export type MailContent = z.output<typeof MailContent>
