import { createHash } from 'node:crypto'
import { formatCount } from '#core/format.ts'
import { MailAddress } from '#core/schemas.ts'
import { truncate } from '#core/text.ts'
import { businessOf } from '#features/account/actions.ts'
import { lockEntitlement } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, RateLimited, Unavailable } from '#server/errors.ts'
import { mailLayout } from '#server/mail/layout.ts'
import { queueMail } from '#server/mail/queue.ts'
import {
  type Audience,
  DAY_MILLISECONDS,
  dailyLimitOf,
  describeWait,
  HOUR_MILLISECONDS,
  HOURLY_LIMIT,
  mailboxOf,
  senderNameFrom,
  withoutLinks,
} from './rules.ts'
import * as store from './store.ts'

/** The content of a mail. Its button leads to a path of the app. */
export interface Notice {
  subject: string
  heading: string
  paragraphs: string[]
  button: { label: string; path: string }
}

export interface Recipient {
  id: number
  name: string
  email: string
  /** Addresses that get the same mail. */
  cc_emails?: string[]
}

/**
 * Mails the freelancer about what a client did. The client's action succeeds even if no mail can be sent or the limit is
 * reached, since the freelancer's activity shows it too.
 */
export async function mailFreelancer(ctx: Context, notice: Notice): Promise<void> {
  const { email } = await businessOf(ctx)
  if (!ctx.services.mail.enabled || !MailAddress.safeParse(email).success) return
  const { text, html } = mailLayout({
    ...partsOf(ctx, notice),
    businessName: 'Daybook',
    footer: 'You are receiving this email because your client used the portal link you shared.',
  })
  await inTransaction(ctx, async (tx) => {
    const refusal = await countSend(tx, email, 'freelancer')
    if (refusal) ctx.log.warn({ reason: refusal.message }, 'notification not mailed')
    else await queueMail(tx, { to: email, subject: lineOf(notice.subject), text, html })
  })
}

/** Mails a client in the freelancer's name. Call `requireMailable` first. The button is the only link. */
export async function mailClient(ctx: Context, client: Recipient, notice: Notice): Promise<void> {
  const fromName = await senderName(ctx)
  const { email } = await businessOf(ctx)
  const { text, html } = mailLayout({
    ...partsOf(ctx, {
      ...notice,
      heading: lineOf(notice.heading),
      paragraphs: notice.paragraphs.map(withoutLinks),
    }),
    businessName: fromName,
    footer: `${fromName} sent you this through Daybook. Anyone with the link can open your portal, so please keep it private.`,
  })
  await inTransaction(ctx, async (tx) => {
    for (const to of [client.email, ...(client.cc_emails ?? [])]) {
      const refusal = await countSend(tx, to, 'client')
      if (refusal) throw refusal
      const replyTo = MailAddress.safeParse(email).success && { replyTo: email }
      await queueMail(
        tx,
        { to, subject: lineOf(notice.subject), text, html, fromName, ...replyTo },
        client.id,
      )
    }
  })
}

/** The freelancer's name in mails to clients, never an address or a link. */
export async function senderName(ctx: Context): Promise<string> {
  const { name, person } = await businessOf(ctx)
  return senderNameFrom(name, person)
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

  const address_hash = createHash('sha256').update(mailboxOf(address)).digest()
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

const partsOf = ({ services }: Context, { heading, paragraphs, button }: Notice) => ({
  preheader: paragraphs[0] ?? heading,
  heading,
  paragraphs,
  button: { label: button.label, url: new URL(button.path, services.publicUrl) },
})

const MAX_LINE_LENGTH = 200

/** Names come from people; a subject is one line, without links. */
const lineOf = (text: string): string => truncate(withoutLinks(text), MAX_LINE_LENGTH)
