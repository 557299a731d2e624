import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { type Attempt, defineJob } from '#server/jobs/job.ts'
import { type AttachedFile, type MailAttachment, makeAttachment } from './attachment.ts'
import { MailContent } from './mail.ts'
import { compose } from './message.ts'
import { claimMail, findAttachment, markAbandonedUncertain, markUnsendable, recordResult } from './store.ts'
import type { MailRow } from './table.ts'
import type { Delivery } from './transport.ts'

/**
 * Sends a mail at most once. The claim is committed before the mail server is contacted, so a crash in between leaves a
 * mail that is known to be uncertain. Only a certain refusal is retried, for about a day.
 */
export const sendMail = defineJob({
  name: 'send-mail',
  data: z.object({ mailId: z.number().int() }),
  retry: { limit: 14, delaySeconds: 15, longestDelaySeconds: 4 * 3600 },
  external: true,
  run: async (ctx, { mailId }, attempt) => {
    const attachment = await prepareAttachment(ctx, mailId, attempt)
    const mail = await claimMail(ctx.db, ctx.accountId, mailId, ctx.now)
    if (mail) return send(ctx, mail, attachment, attempt)
    if (await markAbandonedUncertain(ctx.db, ctx.accountId, mailId, ctx.now)) {
      ctx.log.error({ mailId }, 'a mail may or may not have been sent, and will not be sent again')
    }
  },
})

/** Made before the mail is claimed: whatever goes wrong here, nothing was sent yet, and everything can be repeated. */
async function prepareAttachment(
  ctx: Context,
  mailId: number,
  attempt: Attempt,
): Promise<AttachedFile | undefined> {
  const attachment = await findAttachment(ctx.db, ctx.accountId, mailId)
  if (!attachment) return undefined
  try {
    return await makeAttachment(ctx, attachment)
  } catch (error) {
    if (attempt.isLast)
      await markUnsendable(ctx.db, ctx.accountId, mailId, 'Its attachment could not be made', ctx.now)
    throw error
  }
}

async function send(
  ctx: Context,
  mail: MailRow,
  attachment: AttachedFile | undefined,
  attempt: Attempt,
): Promise<void> {
  const delivery = await deliver(ctx, mail, attachment)
  const tryAgain = delivery.outcome === 'refused' && delivery.transient && !attempt.isLast
  await recordResult(ctx.db, mail, resultOf(delivery, tryAgain), ctx.now)
  if (delivery.outcome === 'sent') {
    if (delivery.refused)
      ctx.log.error(
        { mailId: mail.id, reason: delivery.refused },
        'a mail was not sent to all of its recipients',
      )
    return
  }
  const { reason } = delivery
  if (tryAgain) throw new Error(`The mail server refused for now: ${reason}`)
  ctx.log.error(
    { mailId: mail.id, messageId: mail.message_id, outcome: delivery.outcome, reason },
    'a mail was not sent',
  )
}

function resultOf(delivery: Delivery, tryAgain: boolean): Pick<MailRow, 'status' | 'reason'> {
  if (delivery.outcome === 'sent') return { status: 'sent', reason: delivery.refused ?? null }
  const { reason } = delivery
  if (delivery.outcome === 'uncertain') return { status: 'uncertain', reason }
  return { status: tryAgain ? 'queued' : 'failed', reason }
}

async function deliver(ctx: Context, mail: MailRow, attachment: AttachedFile | undefined): Promise<Delivery> {
  const { transport, from, encryption } = ctx.services.mail
  if (!transport) return { outcome: 'refused', transient: true, reason: 'Mail is not set up' }
  let content: MailContent
  try {
    if (!mail.content) throw new Error('it is gone')
    content = MailContent.parse(JSON.parse(encryption.decrypt(mail.content, mail.message_id)))
  } catch {
    return { outcome: 'refused', transient: false, reason: 'Its content cannot be read: was SECRET changed?' }
  }
  const logo = content.logo && (await findLogo(ctx, content.logo))
  return transport.deliver(await compose(mail, content, { attachment, logo }, from, ctx.now))
}

/** A mail without its logo is better than none. */
async function findLogo(ctx: Context, named: MailAttachment): Promise<AttachedFile | undefined> {
  try {
    return await makeAttachment(ctx, named)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a mail is sent without its logo')
    return undefined
  }
}
