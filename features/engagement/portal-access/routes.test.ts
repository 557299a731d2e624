import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { CONFLICT, INVALID_LINK, invalidField, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { portalAccessApi } from './contract.ts'

const DAY = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

async function withLinks() {
  const studio = await openStudio()
  const { ada, clientId, accessId } = studio
  const ofClient = { params: { id: clientId } }
  const list = () => ada.call(portalAccessApi.list, ofClient)
  return { ...studio, ofClient, ofLink: { params: { id: clientId, accessId } }, list }
}

describe('a portal link', () => {
  test('opens for 30 days unless told otherwise, and can be copied again at any time', async () => {
    const { ada, ofClient, list, client, accessId } = await withLinks()
    const [access] = await list()
    const { url } = await sharedApp()
    expect(access).toEqual({
      id: accessId,
      url: `${url}/client-portal/${client.token}`,
      status: 'active',
      contact_id: null,
      contact_name: null,
      contact_email: null,
      created_at: expect.any(String),
      expires_at: `${dayIn(30)}T23:59:59.999Z`,
      revoked_at: null,
      last_seen_at: null,
      mailed_at: null,
    })
    expect(client.token).toMatch(/^\d+\.[\w-]{43}$/)
    const chosen = await ada.call(portalAccessApi.create, { ...ofClient, body: { expires_on: dayIn(1) } })
    expect(chosen.expires_at).toBe(`${dayIn(1)}T23:59:59.999Z`)
    expect(chosen.url).not.toBe(access?.url)
    expect(await list()).toEqual([chosen, access])
  })

  test('is made without a body, or with an empty one', async () => {
    const { ada, ofClient } = await withLinks()
    expect((await ada.try(portalAccessApi.create, ofClient)).status).toBe(201)
    expect((await ada.try(portalAccessApi.create, { ...ofClient, body: {} })).status).toBe(201)
  })

  test.each([
    ['yesterday', dayIn(-1)],
    ['in three years', dayIn(3 * 365)],
    ['someday', 'someday'],
    ['a number', 30],
  ])('cannot end %s', async (_, expires_on) => {
    const { ada, clientId, accessId, list } = await withLinks()
    const path = `/api/clients/${clientId}/portal-access`
    for (const refused of [
      await ada.request('POST', path, { expires_on }),
      await ada.request('POST', `${path}/${accessId}/renew`, { expires_on }),
    ]) {
      expect(refused).toMatchObject(invalidField('expires_on'))
    }
    expect(await list()).toHaveLength(1)
  })

  test('is renewed, and stays the same link', async () => {
    const { ada, ofLink, client, accessId } = await withLinks()
    const renewed = await ada.call(portalAccessApi.renew, { ...ofLink, body: { expires_on: dayIn(300) } })
    expect(renewed).toMatchObject({
      id: accessId,
      expires_at: `${dayIn(300)}T23:59:59.999Z`,
      status: 'active',
    })
    expect(tokenOf(renewed.url)).toBe(client.token)
    expect((await client.call(portalApi.overview)).access.expires_at).toBe(renewed.expires_at)
    expect(await activityOf(ada)).toContain('Portal link renewed: Studio North')
  })

  test('is revoked for good', async () => {
    const { ada, ofLink, client } = await withLinks()
    const revoked = await ada.call(portalAccessApi.revoke, ofLink)
    expect(revoked).toMatchObject({ status: 'revoked', url: null, revoked_at: expect.any(String) })
    expect(await ada.call(portalAccessApi.revoke, ofLink)).toEqual(revoked)
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    expect(await ada.try(portalAccessApi.renew, ofLink)).toMatchObject(CONFLICT)
    expect(await ada.try(portalAccessApi.mail, ofLink)).toMatchObject(CONFLICT)
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
  })

  test('goes with a client who is removed', async () => {
    const { ada, ofClient, client, projectId } = await withLinks()
    await ada.call(projectsApi.remove, { params: { id: projectId } })
    expect((await ada.call(clientsApi.remove, ofClient)).outcome).toBe('removed')
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    expect(await ada.try(portalAccessApi.list, ofClient)).toMatchObject(NOT_FOUND)
  })

  test('is hidden from other accounts', async () => {
    const { ada, ofClient, ofLink, list, accessId, client } = await withLinks()
    const before = await list()
    const other = await openStudio('Eve')
    const stolen = { params: { id: other.clientId, accessId } }
    for (const refused of [
      await other.ada.try(portalAccessApi.list, ofClient),
      await other.ada.try(portalAccessApi.create, ofClient),
      await other.ada.try(portalAccessApi.renew, ofLink),
      await other.ada.try(portalAccessApi.mail, ofLink),
      await other.ada.try(portalAccessApi.revoke, ofLink),
      await other.ada.try(portalAccessApi.renew, stolen),
      await other.ada.try(portalAccessApi.mail, stolen),
      await other.ada.try(portalAccessApi.revoke, stolen),
    ]) {
      expect(refused).toMatchObject(NOT_FOUND)
    }
    expect(await new Visitor(ada.url).try(portalAccessApi.list, ofClient)).toMatchObject(UNAUTHORIZED)
    expect(await list()).toEqual(before)
    await client.call(portalApi.overview)
  })
})

describe('mailing a link', () => {
  test('writes to the client in the freelancer’s name, and says that it did', async () => {
    const { ada, ofClient, ofLink, client, clientId } = await withLinks()
    const email = `north.${clientId}@example.com`
    await ada.call(clientsApi.update, {
      ...ofClient,
      body: { name: 'North <b>& Co</b>\r\nBcc: x@example.com', email },
    })
    await ada.call(accountApi.update, { body: { business_name: 'Ada Studio', time_zone: 'UTC' } })
    await setClock('2026-11-15T12:00:00Z')
    const mailed = await ada.call(portalAccessApi.mail, ofLink)
    expect(mailed).toMatchObject({ mailed_to: email, mailed_at: '2026-11-15T12:00:00.000Z' })
    const [mail, ...rest] = await mailsTo(email)
    expect(rest).toEqual([])
    expect(mail?.subject).toBe('Your project portal from Ada Studio')
    expect(mail?.from).toMatchObject({ name: 'Ada Studio' })
    expect(mail?.replyTo).toMatchObject([{ address: ada.email }])
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.html).not.toContain('<b>')
    expect(mail && linksIn(mail)).toEqual([mailed.url])
    expect(mail?.text).toContain(client.token)
    expect(await activityOf(ada)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Portal link mailed/)]),
    )
  })

  test('to a client without an email address is refused with a message', async () => {
    const { ada, ofClient, ofLink, list } = await withLinks()
    await ada.call(clientsApi.update, { ...ofClient, body: { name: 'Studio North' } })
    expect(await ada.try(portalAccessApi.mail, ofLink)).toMatchObject({
      status: 409,
      body: {
        error: 'Studio North has no email address. Add one, or copy the link and send it yourself.',
        code: 'conflict',
      },
    })
    expect(await list()).toMatchObject([{ mailed_at: null }])
  })

  test('without a mail server is refused with a message, and the link can still be copied', async () => {
    const { ada, ofLink, list } = await withLinks()
    await withoutMail()
    expect(await ada.try(portalAccessApi.mail, ofLink)).toMatchObject({
      status: 503,
      body: {
        error: 'Email is not set up on this server. Set it up, or copy the link and send it yourself.',
        code: 'mail_not_set_up',
      },
    })
    expect(await list()).toMatchObject([{ mailed_at: null, url: expect.any(String) }])
  })
})
