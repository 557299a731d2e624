import { z } from 'zod'
import { MailAddress } from '#core/schemas.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { contactsToMail } from '#features/engagement/contacts/actions/contacts.ts'
import {
  type ClientNotice,
  mailClient,
  type Recipient,
} from '#features/engagement/notifications/actions/mails.ts'
import { unsubscribeUrl } from '#features/engagement/notifications/actions/unsubscription.ts'
import { linkForMail, listAccess } from '#features/engagement/portal-access/actions.ts'
import type { ClientActor, Context } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { composeNews, DIGEST_MILLISECONDS, type News } from './rules.ts'
import * as store from './store.ts'

interface Announcement {
  client_id: number
  project_id: number
  subject: { deliverable_id: number } | { comment_id: number }
}

/** The client is mailed about it ten minutes later, unless they see it in the portal before. Call it in a transaction. */
export async function announce(tx: Context, { subject, ...where }: Announcement): Promise<void> {
  if (!tx.services.mail.enabled) return
  const ids = { deliverable_id: null, comment_id: null, ...subject }
  await store.insertNews(tx.db, tx.accountId, { ...where, ...ids, created_at: tx.now })
  await enqueueMail(tx, where.client_id, DIGEST_MILLISECONDS)
}

const enqueueMail = (tx: Context, client_id: number, milliseconds: number) =>
  enqueue(tx, mailClientNews, { client_id }, { startAfter: new Date(tx.now.getTime() + milliseconds) })

/**
 * Marks news as seen by the visitor of the portal, who then needs no email about them. Call it before reading what is
 * shown.
 */
export const markNewsSeen = (
  { db, accountId }: Context,
  visitor: Pick<ClientActor, 'clientId' | 'contactId'>,
  projectId: number,
) => store.markNewsSeen(db, accountId, visitor, projectId)

/** Each announcement queues one. The first that is due mails all of the client's news, and the others find none. */
export const mailClientNews = defineJob({
  name: 'mail-client-news',
  data: z.object({ client_id: z.int() }),
  run: async (tx, { client_id }) => {
    const ids = await store.lockNews(tx.db, tx.accountId, client_id)
    if (ids.length === 0) return
    const news = await store.findVisibleNews(tx.db, tx.accountId, ids)
    const client = await getClient(tx, client_id)
    const unseen = news.filter(({ seen_by_client }) => !seen_by_client)
    if (unseen.length > 0 && wantsMail(tx, client) && (await mayGetLink(tx, client, unseen, null))) {
      const limit = await refusalOf(() => mailNews(tx, client, unseen, null))
      if (limit) {
        await enqueueMail(tx, client_id, limit.retryAfterSeconds * 1000)
        return
      }
    }
    if (news.length > 0) await mailContacts(tx, client, news)
    await store.deleteNews(tx.db, tx.accountId, ids)
  },
})

const wantsMail = ({ services }: Context, client: Client): boolean =>
  services.mail.enabled &&
  client.mails_enabled &&
  client.unsubscribed_at === null &&
  !client.archived &&
  MailAddress.safeParse(client.email).success

/** At a limit, their mails wait for their turn. */
async function mailContacts(
  tx: Context,
  client: Client,
  news: (News & { seen_by_contacts: number[] })[],
): Promise<void> {
  if (!tx.services.mail.enabled || client.archived) return
  for (const contact of await contactsToMail(tx, client, 'gets_news')) {
    const unseen = news.filter(({ seen_by_contacts }) => !seen_by_contacts.includes(contact.id))
    if (unseen.length === 0 || !(await mayGetLink(tx, client, unseen, contact.id))) continue
    await mailNews(tx, { ...contact, id: client.id }, unseen, contact.id, { waits: true })
  }
}

/** Submitting something for approval invites the client into the portal. A comment alone does not. */
async function mayGetLink(
  tx: Context,
  { id }: Client,
  news: News[],
  contactId: number | null,
): Promise<boolean> {
  if (news.some(({ deliverable }) => deliverable !== null)) return true
  return (await listAccess(tx, id)).some(
    ({ status, contact_id }) => status !== 'revoked' && contact_id === contactId,
  )
}

async function mailNews(
  tx: Context,
  client: Recipient,
  news: News[],
  contactId: number | null,
  options: Pick<ClientNotice, 'waits'> = {},
): Promise<void> {
  const { subject, heading, paragraphs, button, projectId } = composeNews(news)
  const { pathname } = new URL(await linkForMail(tx, client.id, contactId))
  const path = projectId === null ? pathname : `${pathname}/projects/${projectId}`
  await mailClient(
    tx,
    { id: client.id, name: client.name, email: client.email },
    {
      subject,
      heading,
      paragraphs,
      button: { label: button, path },
      unsubscribeUrl: unsubscribeUrl(tx, client),
      ...options,
    },
  )
}

/** The limit that does not allow it yet, if there is one. */
async function refusalOf(mail: () => Promise<void>): Promise<RateLimited | undefined> {
  try {
    await mail()
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
  return undefined
}
