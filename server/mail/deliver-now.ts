import type { Mail, MailService } from './mail.ts'
import { compose, newMessageId } from './message.ts'
import type { Delivery } from './transport.ts'

/** Sends a mail of Daybook itself at once, past the queue, which is for mails of accounts. */
export async function deliverNow(
  { transport, from }: MailService,
  { to, subject, text, html }: Mail,
  now: Date,
): Promise<Delivery> {
  if (!transport) return { outcome: 'refused', transient: true, reason: 'Mail is not set up' }
  const head = {
    message_id: newMessageId(from),
    to_address: to,
    cc_addresses: [],
    reply_to: null,
    from_name: null,
    subject,
  }
  const files = { attachment: undefined, logo: undefined }
  return transport.deliver(await compose(head, { text, html }, files, from, now))
}
