import { mailFromDaybook } from './layout.ts'
import type { MailService } from './mail.ts'
import { compose } from './message.ts'
import type { Delivery } from './transport.ts'

/** Sends a mail at once, past the queue, to learn what the mail server says. */
export async function sendTestMail(
  { transport, from }: MailService,
  to: string,
  publicUrl: URL,
  now: Date,
): Promise<Delivery> {
  if (!transport)
    return { outcome: 'refused', transient: false, reason: 'SMTP_URL and MAIL_FROM are not set' }
  const { subject, text, html } = mailFromDaybook({
    to,
    subject: 'A test email from Daybook',
    paragraphs: [`This email shows that Daybook at ${publicUrl.host} can send emails.`],
    footer: 'You asked for this email on the page for admins.',
  })
  const mail = {
    message_id: `${crypto.randomUUID()}@${from.address.split('@')[1]}`,
    to_address: to,
    cc_addresses: [],
    reply_to: null,
    from_name: null,
    subject,
  }
  const files = { attachment: undefined, logo: undefined }
  return transport.deliver(await compose(mail, { text, html }, files, from, now))
}
