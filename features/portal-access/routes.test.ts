import { describe, expect, test } from 'vitest'
import { setClock, sharedApp } from '#tests/app.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, created, done, openStudio, tokenOf } from '#tests/portal.ts'

const DAY = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

async function withLinks() {
  const studio = await openStudio()
  return { ...studio, path: `/api/clients/${studio.clientId}/portal-access` }
}

describe('a portal link', () => {
  test('opens for 30 days unless told otherwise, and can be copied again at any time', async () => {
    const { ada, path, client, accessId } = await withLinks()
    const [access] = await done(ada.get(path))
    const { url } = await sharedApp()
    expect(access).toEqual({
      id: accessId,
      url: `${url}/client-portal/${client.token}`,
      status: 'active',
      created_at: expect.any(String),
      expires_at: `${dayIn(30)}T23:59:59.999Z`,
      revoked_at: null,
      last_seen_at: null,
      mailed_at: null,
    })
    expect(client.token).toMatch(/^\d+\.[\w-]{43}$/)
    const chosen = await created(ada.post(path, { expires_on: dayIn(1) }))
    expect(chosen.expires_at).toBe(`${dayIn(1)}T23:59:59.999Z`)
    expect(chosen.url).not.toBe(access.url)
    expect(await done(ada.get(path))).toEqual([chosen, access])
  })

  test('is made without a body, too', async () => {
    const { ada, path } = await withLinks()
    expect((await ada.fetch(path, { method: 'POST' })).status).toBe(201)
  })

  test.each([
    ['yesterday', dayIn(-1)],
    ['in three years', dayIn(3 * 365)],
    ['someday', 'someday'],
    ['a number', 30],
  ])('cannot end %s', async (_, expires_on) => {
    const { ada, path, accessId } = await withLinks()
    const refused = { status: 400, body: { fields: { expires_on: expect.any(String) } } }
    expect(await ada.post(path, { expires_on })).toMatchObject(refused)
    expect(await ada.post(`${path}/${accessId}/renew`, { expires_on })).toMatchObject(refused)
    expect(await done(ada.get(path))).toHaveLength(1)
  })

  test('is renewed, and stays the same link', async () => {
    const { ada, path, client, accessId } = await withLinks()
    const renewed = await done(ada.post(`${path}/${accessId}/renew`, { expires_on: dayIn(300) }))
    expect(renewed).toMatchObject({
      id: accessId,
      expires_at: `${dayIn(300)}T23:59:59.999Z`,
      status: 'active',
    })
    expect(tokenOf(renewed.url)).toBe(client.token)
    expect((await done(client.open())).access.expires_at).toBe(renewed.expires_at)
    expect(await activityOf(ada)).toContain('Portal link renewed: Studio North')
  })

  test('is revoked for good', async () => {
    const { ada, path, client, accessId } = await withLinks()
    const revoked = await done(ada.delete(`${path}/${accessId}`))
    expect(revoked).toMatchObject({ status: 'revoked', url: null, revoked_at: expect.any(String) })
    expect(await done(ada.delete(`${path}/${accessId}`))).toEqual(revoked)
    expect((await client.open()).status).toBe(404)
    expect((await ada.post(`${path}/${accessId}/renew`, {})).status).toBe(409)
    expect((await ada.post(`${path}/${accessId}/mail`, undefined)).status).toBe(409)
    expect((await client.open()).status).toBe(404)
  })

  test('goes with a client who is removed', async () => {
    const { ada, path, client, projectId, clientId } = await withLinks()
    await done(ada.delete(`/api/projects/${projectId}`))
    expect((await done(ada.delete(`/api/clients/${clientId}`))).outcome).toBe('removed')
    expect((await client.open()).status).toBe(404)
    expect((await ada.get(path)).status).toBe(404)
  })

  test('is hidden from other accounts', async () => {
    const { ada, path, accessId, client } = await withLinks()
    const before = await done(ada.get(path))
    const other = await openStudio('Eve')
    const stolen = `/api/clients/${other.clientId}/portal-access/${accessId}`
    const answers = [
      await other.ada.get(path),
      await other.ada.post(path, {}),
      await other.ada.post(`${path}/${accessId}/renew`, {}),
      await other.ada.post(`${path}/${accessId}/mail`, undefined),
      await other.ada.delete(`${path}/${accessId}`),
      await other.ada.post(`${stolen}/renew`, {}),
      await other.ada.post(`${stolen}/mail`, undefined),
      await other.ada.delete(stolen),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await new Visitor(ada.url).get(path)).status).toBe(401)
    expect(await done(ada.get(path))).toEqual(before)
    expect((await client.open()).status).toBe(200)
  })
})

describe('mailing a link', () => {
  test('writes to the client in the freelancer’s name, and says that it did', async () => {
    const { ada, path, client, accessId, clientId } = await withLinks()
    const email = `north.${clientId}@example.com`
    await done(
      ada.put(`/api/clients/${clientId}`, { name: 'North <b>& Co</b>\r\nBcc: x@example.com', email }),
    )
    await done(ada.put('/api/users/me', { business_name: 'Ada Studio', time_zone: 'UTC' }))
    await setClock('2026-11-15T12:00:00Z')
    const mailed = await done(ada.post(`${path}/${accessId}/mail`, undefined))
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

  test('to a client without an address is refused in words', async () => {
    const { ada, path, accessId, clientId } = await withLinks()
    await done(ada.put(`/api/clients/${clientId}`, { name: 'Studio North' }))
    expect(await ada.post(`${path}/${accessId}/mail`, undefined)).toMatchObject({
      status: 409,
      body: {
        error: 'Studio North has no email address. Add one, or copy the link and send it yourself.',
      },
    })
    expect((await done(ada.get(path)))[0].mailed_at).toBeNull()
  })

  test('without mail set up is refused in words, and the link can still be copied', async () => {
    const { ada, path, accessId } = await withLinks()
    await withoutMail()
    expect(await ada.post(`${path}/${accessId}/mail`, undefined)).toMatchObject({
      status: 503,
      body: {
        error: 'Email is not set up on this server. Set it up, or copy the link and send it yourself.',
      },
    })
    expect((await done(ada.get(path)))[0]).toMatchObject({ mailed_at: null, url: expect.any(String) })
  })
})
