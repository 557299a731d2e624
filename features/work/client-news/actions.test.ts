import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { unsubscriptionApi } from '#features/engagement/notifications/contract/unsubscription.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock, sharedApp, uniqueEmail } from '#tests/app.ts'
import { runJobs } from '#tests/jobs.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf, addDeliverable, openStudio, submit } from '#tests/portal.ts'
import { INVALID_LINK } from '#tests/refusals.ts'

/** At noon. Nothing is due before ten past. */
async function openShop() {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const { ada, clientId, projectId } = studio
  await ada.call(accountApi.update, { body: { business_name: 'Ada Studio', time_zone: 'UTC' } })
  const email = uniqueEmail('North')
  const setClient = (change: object) =>
    ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', email, ...change },
    })
  await setClient({})
  const comment = (content: string, is_internal = false, id = projectId) =>
    ada.call(commentsApi.create, { params: { id }, body: { content, is_internal } })
  const getClient = () => ada.call(clientsApi.get, { params: { id: clientId } })
  return { ...studio, email, setClient, comment, getClient }
}

const tenPast = () => setClock('2026-11-16T12:10:00Z')
const twentyPast = () => setClock('2026-11-16T12:20:00Z')
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

async function pendingNews(person: Person): Promise<number> {
  const { database } = await sharedApp()
  const { id } = await person.call(accountApi.me)
  const { rows } = await database.pool.query('select from client_news where account_id = $1', [id])
  return rows.length
}

const unsubscribeLink = (mail: Parameters<typeof linksIn>[0] | undefined): string =>
  (mail && linksIn(mail).find((link) => link.includes('/unsubscribe/'))) ?? ''
const codeOf = (link: string): string => link.split('/').at(-1) ?? ''

describe('a submitted deliverable', () => {
  test('is mailed ten minutes later, in the freelancer’s name, with one button and a link to unsubscribe', async () => {
    const shop = await openShop()
    await submit(shop, await addDeliverable(shop, { title: 'Home see evil.example/x' }))
    expect(await mailsTo(shop.email)).toEqual([])
    await tenPast()
    const [mail, ...rest] = await mailsTo(shop.email)
    expect(rest).toEqual([])
    expect(mail?.from?.name).toBe('Ada Studio')
    expect(mail?.replyTo).toMatchObject([{ address: shop.ada.email }])
    expect(mail?.subject).toBe('For your approval: Home see')
    expect(mail?.html).toContain('Review in your portal')
    const link = unsubscribeLink(mail)
    expect(mail && linksIn(mail).toSorted()).toEqual(
      [`${shop.ada.url}/client-portal/${shop.token}/projects/${shop.projectId}`, link].toSorted(),
    )
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? [])
    expect(headers['list-unsubscribe']).toBe(`<${link}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    await twentyPast()
    expect(await mailsTo(shop.email)).toHaveLength(1)
  })

  test('that the client has decided on, or that was deleted, is not mailed', async () => {
    const shop = await openShop()
    const [decided, deleted] = [await addDeliverable(shop), await addDeliverable(shop)]
    await submit(shop, decided)
    await submit(shop, deleted)
    await shop.client.call(portalApi.approveDeliverable, { params: { deliverableId: decided } })
    await shop.ada.call(deliverablesApi.remove, {
      params: { id: shop.projectId, deliverableId: deleted },
    })
    await tenPast()
    expect(await subjects(shop.email)).toEqual(['You approved Homepage'])
    expect(await pendingNews(shop.ada)).toBe(0)
  })

  test('brings a client without a link into the portal; a comment does not', async () => {
    const shop = await openShop()
    const { id: clientId } = await shop.ada.call(clientsApi.create, {
      body: { name: 'South', email: uniqueEmail('South') },
    })
    const { email } = await shop.ada.call(clientsApi.get, { params: { id: clientId } })
    const { id } = await shop.ada.call(projectsApi.create, { body: { name: 'App', client_id: clientId } })
    await shop.comment('A note', false, id)
    await tenPast()
    expect(await mailsTo(email)).toEqual([])
    expect(await shop.ada.call(portalAccessApi.list, { params: { id: clientId } })).toEqual([])
    const project = { ada: shop.ada, projectId: id }
    await submit(project, await addDeliverable(project))
    await twentyPast()
    expect(await subjects(email)).toEqual(['For your approval: Homepage'])
    expect(await shop.ada.call(portalAccessApi.list, { params: { id: clientId } })).toHaveLength(1)
  })
})

describe('comments', () => {
  test('within ten minutes are one mail, with deliverables; later ones are another', async () => {
    const shop = await openShop()
    await shop.comment('First')
    await setClock('2026-11-16T12:09:00Z')
    await shop.comment('Second')
    await submit(shop, await addDeliverable(shop))
    await tenPast()
    expect(await subjects(shop.email)).toEqual(['Updates on Website'])
    const [digest] = await mailsTo(shop.email)
    expect(digest?.text).toMatch(/First.*Second.*Homepage/s)
    await setClock('2026-11-16T12:11:00Z')
    await shop.comment('Third')
    await setClock('2026-11-16T12:21:00Z')
    expect(await subjects(shop.email)).toEqual(['New comment on Website', 'Updates on Website'])
  })

  test('are mailed as they are then: not internal ones, not deleted ones, not the client’s own', async () => {
    const shop = await openShop()
    await shop.comment('For myself', true)
    const hidden = await shop.comment('Soon for myself')
    const deleted = await shop.comment('Wrong')
    const shown = await shop.comment('Soon for you', true)
    const restored = await shop.comment('Right after all')
    await shop.client.call(portalApi.comment, { body: { project_id: shop.projectId, content: 'My own' } })
    const params = (commentId: number) => ({ params: { id: shop.projectId, commentId } })
    await shop.ada.call(commentsApi.update, {
      ...params(hidden.id),
      body: { content: 'Hidden', is_internal: true },
    })
    await shop.ada.call(commentsApi.update, { ...params(shown.id), body: { content: 'For you' } })
    await shop.ada.call(commentsApi.remove, params(deleted.id))
    const { removal_id } = await shop.ada.call(commentsApi.remove, params(restored.id))
    await shop.ada.call(removalsApi.undo, { params: { id: removal_id } })
    await tenPast()
    const [mail] = await mailsTo(shop.email)
    expect(mail?.subject).toBe('2 new comments on Website')
    expect(mail?.text).toContain('For you')
    expect(mail?.text).toContain('Right after all')
    expect(mail?.text).not.toMatch(/myself|Hidden|Wrong|My own/)
  })

  test('that the client has seen in the portal meanwhile are not mailed; those of another project are', async () => {
    const shop = await openShop()
    const { id: other } = await shop.ada.call(projectsApi.create, {
      body: { name: 'Shop', client_id: shop.clientId },
    })
    await shop.comment('Seen')
    await shop.comment('Unseen', false, other)
    await shop.client.call(portalApi.project, { params: { projectId: shop.projectId } })
    await tenPast()
    expect(await subjects(shop.email)).toEqual(['New comment on Shop'])
  })

  test('on a project that another client has by then are mailed to neither', async () => {
    const shop = await openShop()
    const email = uniqueEmail('South')
    const south = await shop.ada.call(clientsApi.create, { body: { name: 'South', email } })
    await shop.comment('Between us')
    await shop.ada.call(projectsApi.update, {
      params: { id: shop.projectId },
      body: { name: 'Website', client_id: south.id },
    })
    await tenPast()
    expect([...(await mailsTo(shop.email)), ...(await mailsTo(email))]).toEqual([])
  })

  test('are mailed once, also by two servers at the same time', async () => {
    const shop = await openShop()
    for (const content of ['One', 'Two', 'Three']) await shop.comment(content)
    await tenPast()
    await Promise.all([runJobs(), runJobs()])
    expect(await subjects(shop.email)).toEqual(['3 new comments on Website'])
  })

  test('wait while the limit of mails is reached, and are mailed then', async () => {
    const shop = await openShop()
    await limitReached(shop)
    await shop.comment('Patience')
    await tenPast()
    expect(await mailsTo(shop.email)).toEqual([])
    expect(await pendingNews(shop.ada)).toBe(1)
    await setClock('2026-11-16T13:05:00Z')
    expect(await subjects(shop.email)).toEqual(['New comment on Website'])
  })

  /** As after ten mails to this client at noon. */
  async function limitReached({ ada, email }: Awaited<ReturnType<typeof openShop>>) {
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    await database.pool.query(
      `insert into mail_sends (account_id, address_hash, audience, sent_at)
       select $1, sha256(convert_to(lower($2), 'UTF8')), 'client', '2026-11-16T12:00:00Z' from generate_series(1, 10)`,
      [id, email],
    )
  }

  test.each([
    ['switched off', { mails_enabled: false }],
    ['without an address', { email: '' }],
  ])('are not mailed to a client %s, nor later', async (_, change) => {
    const shop = await openShop()
    await shop.setClient(change)
    await shop.comment('Hello')
    await tenPast()
    await runJobs()
    await shop.setClient({ mails_enabled: true })
    await twentyPast()
    expect(await mailsTo(shop.email)).toEqual([])
  })

  test('are not announced without a mail server', async () => {
    const shop = await openShop()
    await withoutMail()
    await shop.comment('Hello')
    expect(await pendingNews(shop.ada)).toBe(0)
  })

  test('keep the switch of the client when it is left out', async () => {
    const shop = await openShop()
    expect(await shop.setClient({ mails_enabled: false })).toMatchObject({ mails_enabled: false })
    expect(await shop.setClient({})).toMatchObject({ mails_enabled: false, unsubscribed_at: null })
  })
})

describe('unsubscribing', () => {
  async function mailed() {
    const shop = await openShop()
    const address = shop.email.replace('north', 'North').replace('@', '+Work@')
    await shop.setClient({ email: address })
    await shop.comment('Hello')
    await tenPast()
    const [mail] = await mailsTo(address)
    const link = unsubscribeLink(mail)
    const visitor = new Visitor(shop.ada.url, { code: codeOf(link) })
    return { ...shop, address, link, visitor }
  }

  test('is asked first, ends the mails, and shows at the client', async () => {
    const shop = await mailed()
    expect(await shop.visitor.call(unsubscriptionApi.get)).toEqual({
      sender: 'Ada Studio',
      unsubscribed_at: null,
    })
    expect(await shop.getClient()).toMatchObject({ unsubscribed_at: null })
    const at = '2026-11-16T12:10:00.000Z'
    expect(await shop.visitor.call(unsubscriptionApi.unsubscribe)).toMatchObject({ unsubscribed_at: at })
    expect(await shop.visitor.call(unsubscriptionApi.unsubscribe)).toMatchObject({ unsubscribed_at: at })
    expect(await shop.getClient()).toMatchObject({ mails_enabled: true, unsubscribed_at: at })
    expect((await activityOf(shop.ada)).filter((line) => line.startsWith('Client unsubscribed'))).toEqual([
      'Client unsubscribed from emails: Studio North',
    ])
    await shop.comment('Are you there?')
    await setClock('2026-11-16T12:30:00Z')
    expect(await mailsTo(shop.address)).toHaveLength(1)
  })

  test('by a mail program takes one click, as RFC 8058 has it', async () => {
    const shop = await mailed()
    const response = await fetch(shop.link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await shop.getClient()).toMatchObject({ unsubscribed_at: expect.any(String) })
  })

  test('is undone by the client alone: not by the switch, another spelling, or a new record', async () => {
    const shop = await mailed()
    await shop.visitor.call(unsubscriptionApi.unsubscribe)
    expect(await shop.setClient({ email: shop.address, mails_enabled: true })).toMatchObject({
      unsubscribed_at: expect.any(String),
    })
    const again = await shop.ada.call(clientsApi.create, {
      body: { name: 'North again', email: shop.email.toUpperCase() },
    })
    expect(again).toMatchObject({ unsubscribed_at: expect.any(String) })
    expect(await shop.visitor.call(unsubscriptionApi.resubscribe)).toMatchObject({ unsubscribed_at: null })
    expect(await shop.getClient()).toMatchObject({ unsubscribed_at: null })
  })

  test('leaves other addresses and other accounts alone', async () => {
    const shop = await mailed()
    await shop.visitor.call(unsubscriptionApi.unsubscribe)
    expect(await shop.setClient({ email: uniqueEmail('South') })).toMatchObject({ unsubscribed_at: null })
    const eve = await openStudio('Eve')
    expect(
      await eve.ada.call(clientsApi.create, { body: { name: 'North', email: shop.email } }),
    ).toMatchObject({ unsubscribed_at: null })
  })

  test('needs the whole code, which opens nothing else', async () => {
    const shop = await mailed()
    const code = codeOf(shop.link)
    const flipped = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`
    for (const wrong of ['x', code.slice(0, -4), flipped, shop.token]) {
      const visitor = new Visitor(shop.ada.url, { code: wrong })
      expect(await visitor.try(unsubscriptionApi.unsubscribe)).toMatchObject(INVALID_LINK)
      expect(await visitor.try(unsubscriptionApi.get)).toMatchObject(INVALID_LINK)
    }
    const portal = new Visitor(shop.ada.url, { token: code })
    expect(await portal.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    expect(await shop.getClient()).toMatchObject({ unsubscribed_at: null })
  })
})
