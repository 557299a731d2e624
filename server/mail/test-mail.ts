import { deliverNow } from './deliver-now.ts'
import { mailFromDaybook } from './layout.ts'
import type { MailService } from './mail.ts'
import type { Delivery } from './transport.ts'

/** Sends a mail at once, past the queue, to learn what the mail server says. */
export async function sendTestMail(
  service: MailService,
  to: string,
  publicUrl: URL,
  now: Date,
): Promise<Delivery> {
  if (!service.transport)
    return { outcome: 'refused', transient: false, reason: 'SMTP_URL and MAIL_FROM are not set' }
  const mail = mailFromDaybook({
    to,
    subject: 'A test email from Daybook',
    paragraphs: [`This email shows that Daybook at ${publicUrl.host} can send emails.`],
    footer: 'You asked for this email on the page for admins.',
  })
  return deliverNow(service, mail, now)
}
