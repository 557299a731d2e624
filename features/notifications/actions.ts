import { createHash } from 'node:crypto'
import { formatCount } from '#core/format.ts'
import { MailAddress } from '#core/schemas.ts'
import { businessOf } from '#features/account/actions.ts'
import { lockEntitlement } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, RateLimited, Unavailable } from '#server/errors.ts'
import type { MailAttachment } from '#server/mail/attachment.ts'
import { mailLayout } from '#server/mail/layout.ts'
import { queueMail } from '#server/mail/queue.ts'
import {
  type Audience,
  clientMailFooter,
  DAY_MILLISECONDS,
  dailyLimitOf,
  describeWait,
  HOUR_MILLISECONDS,
  HOURLY_LIMIT,
  lineOf,
  linesWithoutLinks,
  mailboxOf,
  senderNameFrom,
} from './rules.ts'
import * as store from './store.ts'

/** The content of a mail. Its button leads to a path of the app. */
export interface Notice {
  subject: string
  heading: string
  paragraphs: string[]
  button: { label: string; path: string }
  /** A second place to go to, below the button. */
  link?: { label: string; path: string }
  /** The client that a mail to the freelancer names, unless the client is the actor. Erasing a client deletes it. */
  clientId?: number
}

/** A mail to a client. */
export interface ClientNotice extends Notice {
  /** Who it comes from, where that is not the present business: a document keeps the name it was issued with. */
  sender?: string
  attachment?: MailAttachment
  /** Set if Daybook sends it by itself: where the client unsubscribes. */
  unsubscribeUrl?: URL
}

export interface Recipient {
  id: number
  name: string
  email: string
  /** Addresses that get a copy. */
  cc_emails?: string[]
}

const BECAUSE_OF_CLIENT = 'You are receiving this email because your client used the portal link you shared.'

/**
 * Mails the freelancer, as about what a client did; the footer says why. What it is about succeeds even if no mail can be
 * sent or the limit is reached, since a screen shows it too.
 */
export async function mailFreelancer(
  ctx: Context,
  notice: Notice,
  footer: string = BECAUSE_OF_CLIENT,
): Promise<void> {
  const { email } = await businessOf(ctx)
  if (!ctx.services.mail.enabled || !MailAddress.safeParse(email).success) return
  const { text, html } = mailLayout({
    ...partsOf(ctx, notice),
    businessName: 'Daybook',
    footer,
  })
  await inTransaction(ctx, async (tx) => {
    const refusal = await countSend(tx, email, 'freelancer')
    if (refusal) ctx.log.warn({ reason: refusal.message }, 'notification not mailed')
    else await queueMail(tx, { to: email, subject: lineOf(notice.subject), text, html }, notice.clientId)
  })
}

/** A mail to a client, as it was queued. */
export interface QueuedMail {
  id: number
  recipients: string[]
  subject: string
}

/** Mails a client in the freelancer's name. Call `requireMailable` first. Besides the button and the link below it, only the one to unsubscribe is a link. */
export async function mailClient(ctx: Context, client: Recipient, notice: ClientNotice): Promise<QueuedMail> {
  const fromName = notice.sender ?? (await senderName(ctx))
  const { email } = await businessOf(ctx)
  const { text, html } = mailLayout({
    ...partsOf(ctx, {
      ...notice,
      heading: lineOf(notice.heading),
      paragraphs: notice.paragraphs.map(linesWithoutLinks),
    }),
    businessName: fromName,
    footer: clientMailFooter(fromName),
    unsubscribeUrl: notice.unsubscribeUrl,
  })
  const to = client.email
  const cc = copiesOf(client)
  return inTransaction(ctx, async (tx) => {
    for (const address of [to, ...cc]) {
      const refusal = await countSend(tx, address, 'client')
      if (refusal) throw refusal
    }
    const mail = {
      to,
      cc,
      subject: lineOf(notice.subject),
      text,
      html,
      fromName,
      attachment: notice.attachment,
      unsubscribeUrl: notice.unsubscribeUrl?.href,
    }
    const replyTo = MailAddress.safeParse(email).success && { replyTo: email }
    const { id } = await queueMail(tx, { ...mail, ...replyTo }, client.id)
    return { id, recipients: [to, ...cc], subject: mail.subject }
  })
}

/** One mailbox gets one copy, however it is written. */
const copiesOf = ({ email, cc_emails = [] }: Recipient): string[] => {
  const copies = new Map(cc_emails.map((address) => [mailboxOf(address), address]))
  copies.delete(mailboxOf(email))
  return [...copies.values()]
}

/** The freelancer's name in mails to clients, never an address or a link: of the business, or as a document says. */
export async function senderName(ctx: Context, documentName?: string): Promise<string> {
  const { name, person } = await businessOf(ctx)
  return senderNameFrom(documentName ?? name, person)
}

/**
 * Counts a mail, or returns the error if a limit is reached. It holds a lock until the transaction ends, so that of two
 * hundred simultaneous mails exactly the allowed number is sent.
 */
async function countSend(tx: Context, address: string, audience: Audience): Promise<RateLimited | undefined> {
  const { db, accountId, now } = tx
  const dailyLimit = dailyLimitOf(await lockEntitlement(tx))
  const dayAgo = new Date(now.getTime() - DAY_MILLISECONDS)
  const hourAgo = new Date(now.getTime() - HOUR_MILLISECONDS)
  await store.deleteSendsUntil(db, accountId, dayAgo)

  const address_hash = hashOfMailbox(address)
  const toAddress = await store.findSend(db, accountId, { address_hash }, hourAgo, HOURLY_LIMIT)
  if (toAddress) {
    const wait = toAddress.getTime() - hourAgo.getTime()
    const limit = `You can send at most ${HOURLY_LIMIT} emails an hour to ${address}.`
    return new RateLimited(
      secondsOf(wait),
      `${limit} Try again in ${describeWait(wait)}.`,
      'mail_limit_reached',
    )
  }
  if (audience === 'client') {
    const toClients = await store.findSend(db, accountId, { audience }, dayAgo, dailyLimit)
    if (toClients) {
      const wait = toClients.getTime() - dayAgo.getTime()
      const limit = `Your plan allows ${formatCount(dailyLimit)} emails a day to clients.`
      return new RateLimited(
        secondsOf(wait),
        `${limit} Try again in ${describeWait(wait)}.`,
        'mail_limit_reached',
      )
    }
  }
  await store.insertSend(db, { account_id: accountId, address_hash, audience, sent_at: now })
  return undefined
}

/** By which a mailbox is recognized without keeping its address. */
export const hashOfMailbox = (address: string): Buffer =>
  createHash('sha256').update(mailboxOf(address)).digest()

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

/** Throws an error that says why no mail can be sent, and what to do instead. */
export function requireMailable(
  { services }: Context,
  { name, email }: Omit<Recipient, 'id'>,
  instead: string,
): void {
  if (email === '') throw new Conflict(`${name} has no email address. Add one, or ${instead}.`)
  if (!MailAddress.safeParse(email).success) {
    throw new Conflict(`Email cannot be sent to “${email}”. Correct the address of ${name}, or ${instead}.`)
  }
  if (!services.mail.enabled) {
    throw new Unavailable(`Email is not set up on this server. Set it up, or ${instead}.`, {
      code: 'mail_not_set_up',
    })
  }
}

const partsOf = ({ services }: Context, { heading, paragraphs, button, link }: Notice) => ({
  preheader: paragraphs[0] ?? heading,
  heading,
  paragraphs,
  button: { label: button.label, url: new URL(button.path, services.publicUrl) },
  link: link && { label: link.label, url: new URL(link.path, services.publicUrl) },
})
