import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { safeFileName } from '#server/http/download.ts'

interface MadeFile {
  /** Any text. */
  name: string
  content: Buffer
  /** The media type, where files of this kind have several. */
  type?: string
}

export interface AttachedFile extends MadeFile {
  type: string
}

/** A kind of file that mails carry. It is made when the mail is sent, so the mail's row does not contain it. */
export interface Attachment<Schema extends z.ZodType = z.ZodType> {
  /** Stored with the mail, so it must not change between versions. */
  kind: string
  /** The media type. */
  type: string
  data: Schema
  /** Undefined if there is nothing to attach anymore: the mail is then sent without it. */
  make(ctx: Context, data: z.output<Schema>): Promise<MadeFile | undefined>
}

export const defineAttachment = <Schema extends z.ZodType>(
  attachment: Attachment<Schema>,
): Attachment<Schema> => attachment

/** The file to make and attach when an email is sent. */
export const MailAttachment = z.object({ kind: z.string(), data: z.unknown() })
export type MailAttachment = z.output<typeof MailAttachment>

/** The attachment as a mail names it. */
export const attach = <Schema extends z.ZodType>(
  { kind, data: schema }: Attachment<Schema>,
  data: z.output<Schema>,
): MailAttachment => ({ kind, data: z.encode(schema, data) })

/** Many mailboxes refuse messages of more than 10 MB, of which the encoding takes a quarter. */
const MAX_ATTACHMENT_BYTES = 7 * 1024 * 1024

export async function makeAttachment(ctx: Context, named: MailAttachment): Promise<AttachedFile | undefined> {
  const attachment = ctx.services.mail.attachments.find(({ kind }) => kind === named.kind)
  if (!attachment) throw new Error(`Mails have no attachment of the kind “${named.kind}”`)
  const { kind, type } = attachment
  const file = await attachment.make(ctx, z.decode(attachment.data, named.data))
  if (file && file.content.length <= MAX_ATTACHMENT_BYTES)
    return { type, ...file, name: safeFileName(file.name) }
  ctx.log.warn({ kind, bytes: file?.content.length }, 'a mail is sent without its attachment')
  return undefined
}
