import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatCount } from '#core/format.ts'
import { MailAddress } from '#core/schemas.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { mailLogo, profileOf } from '#features/foundation/business/actions.ts'
import { lockEntitlement } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, clientOf, inTransaction } from '#server/context.ts'
import { Conflict, RateLimited, Unavailable } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { attach, type MailAttachment } from '#server/mail/attachment.ts'
import { mailLayout } from '#server/mail/layout.ts'
import { queueMail } from '#server/mail/queue.ts'
import { type CombinedNotice, combine, type Notice } from '../rules/combining.ts'
import {
  type Audience,
  clientMailFooter,
  DAY_MILLISECONDS,
  DIGEST_MILLISECONDS,
  dailyLimitOf,
  describeWait,
  HOUR_MILLISECONDS,
  HOURLY_LIMIT,
  lineOf,
  linesWithoutLinks,
  mailboxOf,
  senderNameFrom,
  VISITOR_DAILY_LIMIT,
  visitorMailFooter,
} from '../rules/mails.ts'
import * as store from '../store/mails.ts'

/** A mail to a client. */
export interface ClientNotice extends Notice {
  /** The sender, if it is not the present business: a document keeps the name it was issued with. */
  sender?: string
  attachment?: MailAttachment
  /** The amount that it is about, and when it is due. */
  amount?: { text: string; note: string }
  /** Set if Daybook sends it by itself: where the client unsubscribes. */
  unsubscribeUrl?: URL
  /** At a limit, it is sent as soon as that allows it, instead of being refused. */
  waits?: boolean
}

/** A mail to the visitor of a portal, which may lead nowhere. */
type VisitorNotice = Omit<Notice, 'button'> & { button?: Notice['button'] }

export interface Recipient {
  id: number
  name: string
  email: string
  /** Addresses that get a copy. */
  cc_emails?: string[]
}

const BECAUSE_OF_CLIENT = 'You are receiving this email because your client used the portal link you shared.'

interface NoticeOptions {
  /** Says why the freelancer gets it. */
  footer?: string
  /** The client that it names, unless the client is the actor. Erasing a client deletes it. */
  clientId?: number
  /** Can be read together with others: not mailed within ten minutes of another mail. */
  isCombined?: boolean
}

/**
 * Mails the freelancer, as about what a client did. What it is about succeeds even if no mail can be sent, since a screen
 * shows it too. Notices that are too many wait, and are mailed together.
 */
export async function mailFreelancer(
  ctx: Context,
  notice: Notice,
  { footer = BECAUSE_OF_CLIENT, clientId, isCombined = false }: NoticeOptions = {},
): Promise<void> {
  const email = await freelancersAddress(ctx)
  if (email === undefined) return
  await inTransaction(ctx, async (tx) => {
    const about = clientId ?? clientOf(tx)
    const mailAt = await nextNoticeAt(tx, isCombined)
    if (!mailAt) return queueNotice(tx, email, { ...notice, footer }, about)
    await store.insertNotice(tx.db, tx.accountId, {
      client_id: about,
      notice: JSON.stringify({ ...notice, footer }, wellFormed),
      created_at: tx.now,
    })
    await enqueue(tx, mailWaitingNotices, {}, { startAfter: mailAt })
  })
}

/** PostgreSQL keeps no half of a character in JSON. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Undefined if no mail can be sent there. */
async function freelancersAddress(ctx: Context): Promise<string | undefined> {
  const { email } = await businessOf(ctx)
  return ctx.services.mail.enabled && MailAddress.safeParse(email).success ? email : undefined
}

/**
 * The earliest time to email the freelancer, if not now. It holds a lock, so that notices at the same time count each
 * other.
 */
async function nextNoticeAt(tx: Context, isCombined: boolean): Promise<Date | undefined> {
  await lockEntitlement(tx)
  const { db, accountId, now } = tx
  const sentWithin = (milliseconds: number, count: number) =>
    store.findSend(db, accountId, { audience: 'freelancer' }, new Date(now.getTime() - milliseconds), count)
  const tenth = await sentWithin(HOUR_MILLISECONDS, HOURLY_LIMIT)
  if (tenth) return new Date(tenth.getTime() + HOUR_MILLISECONDS)
  const last = isCombined ? await sentWithin(DIGEST_MILLISECONDS, 1) : undefined
  return last && new Date(last.getTime() + DIGEST_MILLISECONDS)
}

async function queueNotice(
  tx: Context,
  email: string,
  notice: CombinedNotice,
  clientId: number | null,
): Promise<void> {
  await countSends(tx, [email], 'freelancer', tx.now)
  const { text, html } = mailLayout({
    ...partsOf(tx, notice),
    businessName: 'Daybook',
    footer: notice.footer,
  })
  await queueMail(tx, { to: email, subject: lineOf(notice.subject), text, html }, clientId)
}

/** So that no mail becomes too long, and no transaction. */
const MAX_COMBINED = 50
const MAX_READ = 500

/**
 * Each waiting notice queues one. The first that is due mails all that wait, one mail for each client, and the others find
 * none.
 */
export const mailWaitingNotices = defineJob({
  name: 'mail-waiting-notices',
  data: z.object({}),
  run: async (tx) => {
    const email = await freelancersAddress(tx)
    if (email === undefined) return
    const mailAt = await nextNoticeAt(tx, false)
    const waiting = await store.lockNotices(tx.db, tx.accountId, MAX_READ)
    const [first] = waiting
    if (!first) return
    if (mailAt) {
      await enqueue(tx, mailWaitingNotices, {}, { startAfter: mailAt })
      return
    }
    const together = waiting.filter(({ client_id }) => client_id === first.client_id).slice(0, MAX_COMBINED)
    await queueNotice(tx, email, combine(together.map(({ notice }) => notice)), first.client_id)
    await store.deleteNotices(
      tx.db,
      tx.accountId,
      together.map(({ id }) => id),
    )
    if (waiting.length > together.length) await enqueue(tx, mailWaitingNotices, {})
  },
})

/** Call it before deleting the client's mails, of which there may be one more by then. */
export const deleteNoticesOf = ({ db, accountId }: Context, clientId: number): Promise<void> =>
  store.deleteNoticesOfClient(db, accountId, clientId)

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
  const { logo_id } = await profileOf(ctx)
  const to = client.email
  const cc = copiesOf(client)
  return inTransaction(ctx, async (tx) => {
    const limit = await findLimit(tx, [to, ...cc])
    if (limit && !notice.waits) throw limit
    await countSends(tx, [to, ...cc], 'client', limit?.endsAt ?? tx.now)
    const { text, html } = mailLayout({
      ...partsOf(tx, {
        ...notice,
        heading: lineOf(notice.heading),
        paragraphs: notice.paragraphs.map(linesWithoutLinks),
      }),
      businessName: fromName,
      hasLogo: logo_id !== null,
      amount: notice.amount,
      footer: clientMailFooter(fromName),
      unsubscribeUrl: notice.unsubscribeUrl,
    })
    const mail = {
      to,
      cc,
      subject: lineOf(notice.subject),
      text,
      html,
      fromName,
      attachment: notice.attachment,
      logo: logo_id === null ? undefined : attach(mailLogo, { logoId: logo_id }),
      unsubscribeUrl: notice.unsubscribeUrl?.href,
    }
    const replyTo = MailAddress.safeParse(email).success && { replyTo: email }
    const { id } = await queueMail(tx, { ...mail, ...replyTo }, client.id, limit?.endsAt)
    return { id, recipients: [to, ...cc], subject: mail.subject }
  })
}

/** Mails the visitor of a portal about their own email address. The freelancer did not cause it, so it is counted apart. */
export async function mailVisitor(ctx: Context, to: string, notice: VisitorNotice): Promise<void> {
  const fromName = await senderName(ctx)
  const { email } = await businessOf(ctx)
  const { text, html } = mailLayout({
    ...partsOf(ctx, notice),
    businessName: fromName,
    footer: visitorMailFooter(fromName),
  })
  await inTransaction(ctx, async (tx) => {
    await countVisitorSend(tx, to)
    const replyTo = MailAddress.safeParse(email).success && { replyTo: email }
    await queueMail(tx, { to, subject: lineOf(notice.subject), text, html, fromName, ...replyTo })
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

/** A limit on mails to clients is reached. */
export class MailLimitReached extends RateLimited {
  /** The limit, in a sentence. */
  readonly limit: string
  readonly endsAt: Date

  constructor(now: Date, limit: string, endsAt: Date) {
    const wait = endsAt.getTime() - now.getTime()
    super(secondsOf(wait), `${limit} Try again in ${describeWait(wait)}.`, 'mail_limit_reached')
    this.limit = limit
    this.endsAt = endsAt
  }
}

/**
 * The limit that does not allow a mail to these addresses yet: the one that ends last. It holds a lock until the transaction
 * ends, so that of two hundred simultaneous mails exactly the allowed number is sent.
 */
async function findLimit(tx: Context, addresses: string[]): Promise<MailLimitReached | undefined> {
  const { db, accountId, now } = tx
  const dailyLimit = dailyLimitOf(await lockEntitlement(tx))
  const dayAgo = new Date(now.getTime() - DAY_MILLISECONDS)
  const hourAgo = new Date(now.getTime() - HOUR_MILLISECONDS)
  const reached: MailLimitReached[] = []
  for (const address of addresses) {
    const which = { audience: 'client', address_hash: hashOfMailbox(address) } as const
    const sent = await store.findSend(db, accountId, which, hourAgo, HOURLY_LIMIT)
    const limit = `You can send at most ${HOURLY_LIMIT} emails an hour to ${address}.`
    if (sent) reached.push(new MailLimitReached(now, limit, new Date(sent.getTime() + HOUR_MILLISECONDS)))
  }
  const room = Math.max(1, dailyLimit - addresses.length + 1)
  const sent = await store.findSend(db, accountId, { audience: 'client' }, dayAgo, room)
  const limit = `Your plan allows ${formatCount(dailyLimit)} emails a day to clients.`
  if (sent) reached.push(new MailLimitReached(now, limit, new Date(sent.getTime() + DAY_MILLISECONDS)))
  return reached.sort((one, other) => other.retryAfterSeconds - one.retryAfterSeconds)[0]
}

async function countSends(
  { db, accountId, now }: Context,
  addresses: string[],
  audience: Audience,
  sent_at: Date,
): Promise<void> {
  await store.deleteSendsUntil(db, accountId, new Date(now.getTime() - DAY_MILLISECONDS))
  const sends = addresses.map((address) => ({ address_hash: hashOfMailbox(address), audience, sent_at }))
  await store.insertSends(db, accountId, sends)
}

/** Counts a mail that a visitor causes, or throws if the limit is reached. It holds the same lock. */
async function countVisitorSend(tx: Context, address: string): Promise<void> {
  const { db, accountId, now } = tx
  await lockEntitlement(tx)
  const dayAgo = new Date(now.getTime() - DAY_MILLISECONDS)
  const earlier = await store.findSend(db, accountId, { audience: 'visitor' }, dayAgo, VISITOR_DAILY_LIMIT)
  if (earlier) {
    const wait = earlier.getTime() - dayAgo.getTime()
    throw new RateLimited(
      secondsOf(wait),
      `Too many email addresses were changed today. Please try again in ${describeWait(wait)}.`,
    )
  }
  await countSends(tx, [address], 'visitor', now)
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

const partsOf = (
  { services }: Context,
  {
    heading,
    paragraphs,
    button,
    link,
  }: Pick<CombinedNotice, 'heading' | 'paragraphs' | 'link'> & { button?: Notice['button'] },
) => {
  const at = ({ label, path }: Notice['button']) => ({ label, url: new URL(path, services.publicUrl) })
  const [preheader = heading] = paragraphs.filter((part) => typeof part === 'string')
  return {
    preheader,
    heading,
    paragraphs: paragraphs.map((part) => (typeof part === 'string' ? part : at(part))),
    button: button && at(button),
    link: link && at(link),
  }
}
