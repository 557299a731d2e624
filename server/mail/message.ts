import type { Sender } from '#server/config/environment.ts'
import type { MailContent } from './mail.ts'
import type { MailRow } from './table.ts'
import type { Message } from './transport.ts'

/** The complete message: headers, plain text and HTML. */
export async function compose(
  mail: MailRow,
  content: MailContent,
  from: Sender,
  date: Date,
): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    messageId: `<${mail.message_id}>`,
    date,
    from: { name: mail.from_name ?? from.name, address: from.address },
    to: { name: '', address: mail.to_address },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    ...content,
    // Keeps out-of-office replies away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return {
    id: mail.message_id,
    envelope: { from: from.address, to: mail.to_address },
    content: await composer.compile().build(),
  }
}
