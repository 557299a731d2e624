import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '#server/files/sweep.ts'
import { createLog } from '#server/observability/logging.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, addDeliverable, created, done, openStudio, submit } from '#tests/portal.ts'
import { MAX_FILE_BYTES } from './contract.ts'

async function making() {
  const studio = await openStudio()
  const path = `/api/projects/${studio.projectId}/deliverables`
  const list = () => done(studio.ada.get(path))
  return { ...studio, path, list }
}

describe('a deliverable', () => {
  test('begins as a draft that only the freelancer sees', async () => {
    const { ada, client, path, list, projectId } = await making()
    const deliverable = await created(
      ada.post(path, {
        title: ' Homepage ',
        description: 'All of it',
        link_url: 'https://example.com/a?b=c#d',
      }),
    )
    expect(deliverable).toEqual({
      id: expect.any(Number),
      project_id: projectId,
      title: 'Homepage',
      description: 'All of it',
      link_url: 'https://example.com/a?b=c#d',
      file_url: 'https://example.com/a?b=c#d',
      file: null,
      status: 'draft',
      version: 0,
      has_changes: true,
      submitted_at: null,
      approved_at: null,
      rejected_at: null,
      feedback: null,
      versions: [],
    })
    expect(await list()).toEqual([deliverable])
    expect((await done(client.open(`/projects/${projectId}`))).deliverables).toEqual([])
  })

  test('is submitted as a version, and changes no more for the client until it is submitted again', async () => {
    const studio = await making()
    const { ada, client, path, projectId } = studio
    const id = await addDeliverable(studio, { link_url: 'https://example.com/1' })
    expect(await submit(studio, id)).toMatchObject({ status: 'submitted', version: 1, has_changes: false })
    expect(
      await done(ada.put(`${path}/${id}`, { title: 'Start page', link_url: 'https://example.com/2' })),
    ).toMatchObject({ title: 'Start page', status: 'submitted', version: 1, has_changes: true })
    const shown = async () => (await done(client.open(`/projects/${projectId}`))).deliverables[0]
    expect(await shown()).toMatchObject({ title: 'Homepage', file_url: 'https://example.com/1', version: 1 })
    await submit(studio, id)
    expect(await shown()).toMatchObject({
      title: 'Start page',
      file_url: 'https://example.com/2',
      version: 2,
    })
    expect(await activityOf(ada)).toContain('Deliverable submitted: Start page, version 2 – Website')
  })

  test('is not submitted twice as it is', async () => {
    const studio = await making()
    const { ada, client, path, list } = studio
    const id = await addDeliverable(studio)
    const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${path}/${id}/submit`, undefined)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await done(client.send(`/deliverables/${id}/approve`, {}))
    expect((await ada.post(`${path}/${id}/submit`, undefined)).status).toBe(409)
    expect((await list())[0]).toMatchObject({ status: 'approved', version: 1 })
  })

  test('is submitted again unchanged to a client who asked for changes', async () => {
    const studio = await making()
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await done(studio.client.send(`/deliverables/${id}/reject`, { feedback: 'Why?' }))
    expect(await submit(studio, id)).toMatchObject({ status: 'submitted', version: 2, feedback: null })
  })

  test('needs a client to be submitted to', async () => {
    const { ada } = await making()
    const { id: projectId } = await created(ada.post('/api/projects', { name: 'My own' }))
    const id = await addDeliverable({ ada, projectId })
    expect(await ada.post(`/api/projects/${projectId}/deliverables/${id}/submit`, undefined)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('no client') },
    })
  })

  test('is submitted anew to the next client, who sees nothing of the one before', async () => {
    const studio = await making()
    const { ada, client, projectId, clientId } = studio
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await done(client.send(`/deliverables/${id}/reject`, { feedback: 'Between us' }))
    const next = await created(ada.post('/api/clients', { name: 'Next' }))
    await done(ada.put(`/api/projects/${projectId}`, { name: 'Website', client_id: next.id }))
    await submit(studio, id)
    const { url } = await created(ada.post(`/api/clients/${next.id}/portal-access`, {}))
    const token = new URL(url).pathname.split('/')[2]
    const { deliverables } = await done(client.get(`/api/client-portal/${token}/projects/${projectId}`))
    expect(deliverables).toMatchObject([{ version: 2, versions: [{ version: 2 }] }])
    expect(deliverables[0].versions).toHaveLength(1)
    expect((await client.open(`/projects/${projectId}`)).status).toBe(404)
    expect((await client.send(`/deliverables/${id}/approve`, {})).status).toBe(404)
    await done(ada.put(`/api/projects/${projectId}`, { name: 'Website', client_id: clientId }))
    expect((await done(client.open(`/projects/${projectId}`))).deliverables).toEqual([])
    expect((await client.send(`/deliverables/${id}/approve`, {})).status).toBe(404)
  })

  test('is put into another order and deleted, unless the client has decided on it', async () => {
    const studio = await making()
    const { ada, client, path, list } = studio
    const [a, b] = [
      await addDeliverable(studio, { title: 'A' }),
      await addDeliverable(studio, { title: 'B' }),
    ]
    expect(await done(ada.put(`${path}/order`, { ids: [b, a] }))).toMatchObject([{ id: b }, { id: a }])
    expect((await ada.put(`${path}/order`, { ids: [b] })).status).toBe(409)
    await submit(studio, a)
    await submit(studio, b)
    await done(client.send(`/deliverables/${a}/approve`, {}))
    expect((await ada.delete(`${path}/${a}`)).status).toBe(409)
    await done(ada.delete(`${path}/${b}`))
    expect(await list()).toMatchObject([{ id: a }])
  })

  test('with a decision keeps its project', async () => {
    const studio = await making()
    const { ada, client, projectId } = studio
    const id = await addDeliverable(studio)
    await submit(studio, id)
    expect((await done(ada.get(`/api/projects/${projectId}`))).has_history).toBe(false)
    await done(client.send(`/deliverables/${id}/approve`, {}))
    expect((await done(ada.get(`/api/projects/${projectId}`))).has_history).toBe(true)
    expect((await done(ada.delete(`/api/projects/${projectId}`))).outcome).toBe('cancelled')
  })

  test.each([
    ['no title', {}, 'title'],
    ['a link that runs', { title: 'A', link_url: 'javascript:alert(1)' }, 'link_url'],
    ['a link into a file system', { title: 'A', link_url: 'file:///etc/passwd' }, 'link_url'],
    ['a link that is none', { title: 'A', link_url: 'example.com' }, 'link_url'],
    ['a link too long', { title: 'A', link_url: `https://example.com/${'x'.repeat(2000)}` }, 'link_url'],
    ['NUL', { title: 'A', description: 'a\0b' }, 'description'],
  ])('with %s is refused', async (_, input, field) => {
    const { ada, path, list } = await making()
    expect(await ada.post(path, input)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await list()).toEqual([])
  })

  test('is hidden from other accounts', async () => {
    const studio = await making()
    const { ada, path, list } = studio
    const id = await addDeliverable(studio)
    const before = await list()
    const [eve, own] = [await signIn('Eve'), await openStudio('Eve')]
    const answers = [
      await eve.get(path),
      await eve.post(path, { title: 'Mine' }),
      await eve.put(`${path}/order`, { ids: [id] }),
      await eve.put(`${path}/${id}`, { title: 'Mine' }),
      await eve.post(`${path}/${id}/submit`, undefined),
      await eve.delete(`${path}/${id}/file`),
      await eve.delete(`${path}/${id}`),
      await own.ada.put(`/api/projects/${own.projectId}/deliverables/${id}`, { title: 'Mine' }),
      await own.ada.post(`/api/projects/${own.projectId}/deliverables/${id}/submit`, undefined),
      await own.ada.delete(`/api/projects/${own.projectId}/deliverables/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await new Visitor(ada.url).get(path)).status).toBe(401)
    expect(await list()).toEqual(before)
  })
})

describe('the file of a deliverable', () => {
  const give = (person: Visitor, url: string, name: string, content: BlobPart) =>
    person.fetch(`${url}?name=${encodeURIComponent(name)}`, { method: 'POST', body: new Blob([content]) })
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')

  test('is what was uploaded, by its content, and each version keeps its own', async () => {
    const studio = await making()
    const { ada, path } = studio
    const id = await addDeliverable(studio, { link_url: 'https://example.com/1' })
    const url = `${path}/${id}/file`
    const first = await give(ada, url, 'Entwürfe “eins”.txt', 'first')
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({
      link_url: null,
      file_url: url,
      file: { name: 'Entwürfe “eins”.txt', size: 5, type: 'text/plain', sha256: hash('first') },
    })
    await submit(studio, id)
    await give(ada, url, 'two.txt', 'second')
    const now = await ada.fetch(url)
    expect(await now.text()).toBe('second')
    expect(now.headers.get('content-disposition')).toMatch(/^attachment; filename="two\.txt"/)
    expect(now.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await (await ada.fetch(`${path}/${id}/versions/1/file`)).text()).toBe('first')
    expect(await activityOf(ada)).toContain('Deliverable updated: Homepage – Website')
  })

  test('is hidden from other accounts, to upload and to download', async () => {
    const studio = await making()
    const { ada, path, list } = studio
    const id = await addDeliverable(studio, {})
    await give(ada, `${path}/${id}/file`, 'mine.txt', 'mine')
    await submit(studio, id)
    const before = await list()
    const eve = await signIn('Eve')
    expect((await give(eve, `${path}/${id}/file`, 'hers.txt', 'hers')).status).toBe(404)
    const nobody = new Visitor(ada.url)
    expect((await give(nobody, `${path}/${id}/file`, 'x', 'x')).status).toBe(401)
    for (const file of ['file', 'versions/1/file']) {
      expect((await eve.get(`${path}/${id}/${file}`)).status).toBe(404)
      expect((await nobody.get(`${path}/${id}/${file}`)).status).toBe(401)
    }
    expect(await list()).toEqual(before)
  })

  test('needs a name, and is not there before it is given', async () => {
    const studio = await making()
    const { ada, path } = studio
    const id = await addDeliverable(studio, {})
    expect((await give(ada, `${path}/${id}/file`, ' ', 'x')).status).toBe(400)
    expect((await ada.get(`${path}/${id}/file`)).status).toBe(404)
    expect((await ada.get(`${path}/${id}/versions/1/file`)).status).toBe(404)
  })

  test('is refused when it is empty or too large, and nothing of it is kept when it does not come to its end', async () => {
    const studio = await making()
    const { ada, path, list } = studio
    const id = await addDeliverable(studio, { link_url: 'https://example.com/1' })
    const before = await list()
    const url = `${path}/${id}/file`
    expect((await give(ada, url, 'nothing.txt', '')).status).toBe(400)

    const { dataDirectory } = await sharedApp()
    const begin = (length: number) =>
      request(new URL(`${url}?name=large.bin`, ada.url), {
        method: 'POST',
        headers: { cookie: ada.cookies.header(), 'content-length': length },
      })
    const large = begin(MAX_FILE_BYTES + 1)
    large.flushHeaders()
    const [answer] = await once(large, 'response')
    expect(answer.statusCode).toBe(413)
    large.destroy()

    const cut = begin(1_000_000)
    cut.on('error', () => undefined)
    const [socket] = await once(cut, 'socket')
    cut.write(Buffer.alloc(500_000), () => cut.destroy())
    await once(socket, 'close')
    const incoming = join(dataDirectory, 'files/incoming')
    await vi.waitFor(() => expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]))
    expect(await list()).toEqual(before)
  })

  test('reaches the client as it was submitted, and only then', async () => {
    const studio = await making()
    const { ada, client, path, projectId } = studio
    const id = await addDeliverable(studio)
    const page = '<!doctype html><script>alert(1)</script>'
    await give(ada, `${path}/${id}/file`, 'Entwürfe.html', page)
    const inPortal = (version: number) =>
      client.fetch(`/api/client-portal/${client.token}/deliverables/${id}/versions/${version}/file`)
    expect((await inPortal(1)).status).toBe(404)
    await submit(studio, id)
    await give(ada, `${path}/${id}/file`, 'next.txt', 'next')
    const [shown] = (await done(client.open(`/projects/${projectId}`))).deliverables
    expect(shown).toMatchObject({ file: { name: 'Entwürfe.html', size: page.length } })
    expect(shown.file).not.toHaveProperty('sha256')
    const file = await client.fetch(shown.file_url)
    expect(await file.text()).toBe(page)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*Entw%C3%BCrfe\.html/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect((await inPortal(2)).status).toBe(404)
    const other = await openStudio('Grace')
    expect((await other.client.open(`/deliverables/${id}/versions/1/file`)).status).toBe(404)
    await done(client.send(`/deliverables/${id}/approve`, { version: 1 }))
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select content from decisions where subject_type = 'deliverable' and subject_id = $1`,
      [id],
    )
    expect(rows[0].content).toMatchObject({ version: 1, file: { sha256: hash(page), name: 'Entwürfe.html' } })
    await done(ada.delete(`/api/clients/${studio.clientId}/portal-access/${studio.accessId}`))
    expect((await inPortal(1)).status).toBe(404)
  })
})

describe('a file that nobody names any longer', () => {
  const DAY = 86_400_000
  const give = (person: Visitor, url: string, content: string) =>
    person.fetch(`${url}?name=logo.txt`, { method: 'POST', body: new Blob([content]) })
  const isKept = async (content: string) => {
    const { services } = await sharedApp()
    const sha256 = createHash('sha256').update(content).digest('hex')
    return services.files.has(sha256, Buffer.byteLength(content))
  }
  async function sweep(days: number): Promise<void> {
    const { database, services } = await sharedApp()
    const now = new Date(Date.now() + days * DAY)
    const log = createLog({ logLevel: 'silent' })
    await sweepFiles.run({ db: database.db, services, now, address: null, log }, { number: 1, isLast: false })
  }

  test('is removed a month later, unless it is named again', async () => {
    const studio = await making()
    const { ada, path } = studio
    const url = `${path}/${await addDeliverable(studio, {})}/file`
    const content = `drawn by ${ada.email}`
    await give(ada, url, content)
    await sweep(0)
    await sweep(40)
    expect(await isKept(content)).toBe(true)

    await done(ada.delete(url))
    await sweep(40)
    await sweep(69)
    expect(await isKept(content)).toBe(true)
    await give(ada, url, content)
    await sweep(71)
    expect(await (await ada.fetch(url)).text()).toBe(content)

    await done(ada.delete(url))
    await sweep(80)
    await sweep(111)
    expect(await isKept(content)).toBe(false)
    await give(ada, url, content)
    expect(await (await ada.fetch(url)).text()).toBe(content)
  })

  test('stays while a version of it, or somebody else’s record, names it', async () => {
    const [studio, other] = [await making(), await making()]
    const content = `shared by ${studio.ada.email}`
    const id = await addDeliverable(studio, {})
    const theirs = `${other.path}/${await addDeliverable(other, {})}/file`
    await give(studio.ada, `${studio.path}/${id}/file`, content)
    await give(other.ada, theirs, content)
    await done(studio.ada.delete(`${studio.path}/${id}/file`))
    await sweep(0)
    await sweep(31)
    expect(await (await other.ada.fetch(theirs)).text()).toBe(content)

    await give(studio.ada, `${studio.path}/${id}/file`, content)
    await submit(studio, id)
    await done(studio.ada.delete(`${studio.path}/${id}/file`))
    await done(other.ada.delete(theirs))
    await sweep(31)
    await sweep(62)
    expect(await (await studio.ada.fetch(`${studio.path}/${id}/versions/1/file`)).text()).toBe(content)
  })

  test('is never missing where it is named, even if it is sent again in the moment of its removal', async () => {
    const studio = await making()
    const { ada, path } = studio
    const url = `${path}/${await addDeliverable(studio, {})}/file`
    for (let round = 0; round < 15; round++) {
      const content = `${round} by ${ada.email}`
      await give(ada, url, content)
      await done(ada.delete(url))
      await sweep(0)
      const [upload] = await Promise.all([give(ada, url, content), sweep(31)])
      if (upload.status === 503) expect((await give(ada, url, content)).status).toBe(200)
      else expect(upload.status).toBe(200)
      expect(await (await ada.fetch(url)).text()).toBe(content)
      await done(ada.delete(url))
    }
  })
})
