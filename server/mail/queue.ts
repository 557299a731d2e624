import { type Context, clientOf, inTransaction } from '#server/context.ts'
import { ValidationError } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Mail, MailContent } from './mail.ts'
import { newMessageId } from './message.ts'
import { sendMail } from './send.ts'
import { insertMail } from './store.ts'

/**
 * Queues a mail that is sent once the transaction has committed, or at `sendAt`. Without a mail server it is stored as failed, so that the
 * action does not fail: one that promises a mail checks `ctx.services.mail.enabled` first.
 */
export async function queueMail(
  ctx: Context,
  input: Mail,
  clientId = clientOf(ctx),
  sendAt?: Date,
): Promise<{ id: number; status: 'queued' | 'failed' }> {
  const parsed = Mail.safeParse(input)
  if (!parsed.success)
    throw new ValidationError(fieldErrors(parsed.error.issues), 'This email cannot be sent')
  const { to, cc = [], subject, replyTo, fromName, attachment } = parsed.data
  const { enabled, from, encryption } = ctx.services.mail
  const messageId = newMessageId(from)
  return inTransaction(ctx, async (tx) => {
    const id = await insertMail(tx.db, {
      account_id: ctx.accountId,
      message_id: messageId,
      to_address: to,
      cc_addresses: cc,
      subject,
      reply_to: replyTo ?? null,
      from_name: fromName ?? null,
      attachment: attachment ? JSON.stringify(attachment) : null,
      client_id: clientId,
      created_at: ctx.now,
      ...(enabled
        ? {
            status: 'queued',
            content: encryption.encrypt(JSON.stringify(MailContent.parse(parsed.data)), messageId),
          }
        : { status: 'failed', reason: 'Mail is not set up' }),
    })
    if (!enabled) return { id, status: 'failed' }
    await enqueue(tx, sendMail, { mailId: id }, sendAt && { startAfter: sendAt })
    return { id, status: 'queued' }
  })
}

const fieldErrors = (issues: { path: PropertyKey[]; message: string }[]) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
