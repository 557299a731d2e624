import type { Sender } from '#server/config/environment.ts'
import type { AttachedFile } from './attachment.ts'
import { LOGO_ID, withoutLogo } from './layout.ts'
import type { MailContent } from './mail.ts'
import type { MailRow } from './table.ts'
import type { Message } from './transport.ts'

interface Files {
  attachment: AttachedFile | undefined
  logo: AttachedFile | undefined
}

export const newMessageId = (from: Sender): string => `${crypto.randomUUID()}@${from.address.split('@')[1]}`

/** The complete message: headers, plain text, HTML, the logo within it and the attachment. */
export async function compose(
  mail: Pick<MailRow, 'message_id' | 'to_address' | 'cc_addresses' | 'reply_to' | 'from_name' | 'subject'>,
  { text, html, unsubscribeUrl }: MailContent,
  { attachment, logo }: Files,
  from: Sender,
  date: Date,
): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    messageId: `<${mail.message_id}>`,
    date,
    from: { name: mail.from_name ?? from.name, address: from.address },
    to: { name: '', address: mail.to_address },
    cc: mail.cc_addresses.map((address) => ({ name: '', address })),
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text,
    html: logo ? html : withoutLogo(html),
    attachments: [
      ...(logo ? [{ ...asPart(logo), cid: LOGO_ID, contentDisposition: 'inline' as const }] : []),
      ...(attachment ? [asPart(attachment)] : []),
    ],
    headers: {
      // Keeps out-of-office replies away.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return {
    id: mail.message_id,
    envelope: { from: from.address, to: [mail.to_address, ...mail.cc_addresses] },
    content: await composer.compile().build(),
  }
}

const asPart = ({ name, type, content }: AttachedFile) => ({ filename: name, contentType: type, content })
