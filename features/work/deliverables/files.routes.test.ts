import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { createLog } from '#server/observability/logging.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { forgetRemovals } from '#tests/jobs.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf, addDeliverable, openStudio, type Studio, submit } from '#tests/portal.ts'
import { INVALID_LINK, invalidFields, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { fileUrl, uploadFile, versionUrl } from '#tests/uploads.ts'
import { type DeliverableForm, deliverablesApi } from './contract.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The parameters of calls about a new deliverable. */
const addParams = async (studio: Studio, input?: Partial<DeliverableForm>) => ({
  id: studio.projectId,
  deliverableId: await addDeliverable(studio, input),
})

const listOf = ({ ada, projectId }: Studio) => ada.call(deliverablesApi.list, { params: { id: projectId } })

describe('the file of a deliverable', () => {
  test('is what was uploaded, by its content, and each version keeps its own', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio, { link_url: 'https://example.com/1' })
    const first = await uploadFile(ada, params, 'first', 'Entwürfe “eins”.txt')
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({
      link_url: null,
      file_url: fileUrl(params),
      file: { name: 'Entwürfe “eins”.txt', size: 5, type: 'text/plain', sha256: hash('first') },
    })
    await submit(studio, params.deliverableId)
    await uploadFile(ada, params, 'second', 'two.txt')
    const now = await ada.fetch(fileUrl(params))
    expect(await now.text()).toBe('second')
    expect(now.headers.get('content-disposition')).toMatch(/^attachment; filename="two\.txt"/)
    expect(now.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await (await ada.fetch(versionUrl(params, 1))).text()).toBe('first')
    expect(await activityOf(ada)).toContain('Deliverable updated: Homepage – Website')
  })

  test('is hidden from other accounts, to upload and to download', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio)
    await uploadFile(ada, params, 'mine')
    await submit(studio, params.deliverableId)
    const before = await listOf(studio)
    const [eve, nobody] = [await signIn('Eve'), new Visitor(ada.url)]
    expect((await uploadFile(eve, params, 'not hers')).status).toBe(404)
    expect((await uploadFile(nobody, params, 'nobody’s')).status).toBe(401)
    const version = { params: { ...params, version: 1 } }
    expect(await eve.try(deliverablesApi.downloadFile, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.try(deliverablesApi.downloadVersion, version)).toMatchObject(NOT_FOUND)
    expect(await nobody.try(deliverablesApi.downloadFile, { params })).toMatchObject(UNAUTHORIZED)
    expect(await nobody.try(deliverablesApi.downloadVersion, version)).toMatchObject(UNAUTHORIZED)
    expect(await listOf(studio)).toEqual(before)
  })

  test('needs a name that can be one, and is not found before it is uploaded', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio)
    for (const name of ['', ' ', '\0', 'a\0b', 'x'.repeat(256)]) {
      const refused = await uploadFile(ada, params, 'x', name)
      expect(invalidFields({ status: refused.status, body: await refused.json() }), name).toEqual(['name'])
    }
    const version = { params: { ...params, version: 1 } }
    expect(await ada.try(deliverablesApi.downloadFile, { params })).toMatchObject(NOT_FOUND)
    expect(await ada.try(deliverablesApi.downloadVersion, version)).toMatchObject(NOT_FOUND)
  })

  test('is refused when it is empty or too large, and nothing of it is kept when it does not come to its end', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio, { link_url: 'https://example.com/1' })
    const before = await listOf(studio)
    expect((await uploadFile(ada, params, '')).status).toBe(400)

    const { dataDirectory } = await sharedApp()
    const begin = (length: number) =>
      request(new URL(`${fileUrl(params)}?name=large.bin`, ada.url), {
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
    await expect.poll(() => (existsSync(incoming) ? readdirSync(incoming) : [])).toEqual([])
    expect(await listOf(studio)).toEqual(before)
  })

  test('reaches the client as it was submitted, and only then', async () => {
    const studio = await openStudio()
    const { ada, client, projectId } = studio
    const params = await addParams(studio)
    const { deliverableId } = params
    const page = '<!doctype html><script>alert(1)</script>'
    await uploadFile(ada, params, page, 'Entwürfe.html')
    const inPortal = (version: number) => ({ params: { deliverableId, version } })
    expect(await client.try(portalApi.downloadFile, inPortal(1))).toMatchObject(NOT_FOUND)
    await submit(studio, deliverableId)
    await uploadFile(ada, params, 'next', 'next.txt')
    const [shown] = (await client.call(portalApi.project, { params: { projectId } })).deliverables
    expect(shown).toMatchObject({ file: { name: 'Entwürfe.html', size: page.length } })
    expect(shown?.file).not.toHaveProperty('sha256')
    const file = await client.fetch(shown?.file_url ?? '')
    expect(await file.text()).toBe(page)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*Entw%C3%BCrfe\.html/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(await client.try(portalApi.downloadFile, inPortal(2))).toMatchObject(NOT_FOUND)
    const other = await openStudio('Grace')
    expect(await other.client.try(portalApi.downloadFile, inPortal(1))).toMatchObject(NOT_FOUND)
    await client.call(portalApi.approveDeliverable, { params: { deliverableId }, body: { version: 1 } })
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select content from decisions where subject_type = 'deliverable' and subject_id = $1`,
      [deliverableId],
    )
    expect(rows[0].content).toMatchObject({ version: 1, file: { sha256: hash(page), name: 'Entwürfe.html' } })
    await ada.call(portalAccessApi.revoke, { params: { id: studio.clientId, accessId: studio.accessId } })
    expect(await client.try(portalApi.downloadFile, inPortal(1))).toMatchObject(INVALID_LINK)
  })
})

describe('a file that is no longer referenced', () => {
  const DAY = 86_400_000
  const textAt = async (person: Person, url: string) => (await person.fetch(url)).text()
  const isKept = async (content: string) => {
    const { services } = await sharedApp()
    return services.files.has(hash(content), Buffer.byteLength(content))
  }
  async function sweep(days: number): Promise<void> {
    const { database, services } = await sharedApp()
    const now = new Date(Date.now() + days * DAY)
    const log = createLog({ logLevel: 'silent' })
    await sweepFiles.run({ db: database.db, services, now, address: null, log }, { number: 1, isLast: false })
  }

  test('is removed a month later, unless it is referenced again', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio)
    const content = `drawn by ${ada.email}`
    await uploadFile(ada, params, content)
    await sweep(0)
    await sweep(40)
    expect(await isKept(content)).toBe(true)

    await ada.call(deliverablesApi.removeFile, { params })
    await forgetRemovals()
    await sweep(40)
    await sweep(69)
    expect(await isKept(content)).toBe(true)
    await uploadFile(ada, params, content)
    await sweep(71)
    expect(await textAt(ada, fileUrl(params))).toBe(content)

    await ada.call(deliverablesApi.removeFile, { params })
    await forgetRemovals()
    await sweep(80)
    await sweep(111)
    expect(await isKept(content)).toBe(false)
    await uploadFile(ada, params, content)
    expect(await textAt(ada, fileUrl(params))).toBe(content)
  })

  test('stays while a version or another account’s record refers to it', async () => {
    const [studio, other] = [await openStudio(), await openStudio()]
    const content = `shared by ${studio.ada.email}`
    const [params, theirs] = [await addParams(studio), await addParams(other)]
    await uploadFile(studio.ada, params, content)
    await uploadFile(other.ada, theirs, content)
    await studio.ada.call(deliverablesApi.removeFile, { params })
    await sweep(0)
    await sweep(31)
    expect(await textAt(other.ada, fileUrl(theirs))).toBe(content)

    await uploadFile(studio.ada, params, content)
    await submit(studio, params.deliverableId)
    await studio.ada.call(deliverablesApi.removeFile, { params })
    await other.ada.call(deliverablesApi.removeFile, { params: theirs })
    await sweep(31)
    await sweep(62)
    expect(await textAt(studio.ada, versionUrl(params, 1))).toBe(content)
  })

  test('is never missing while referenced, even if it is uploaded again during its removal', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const params = await addParams(studio)
    for (let round = 0; round < 15; round++) {
      const content = `${round} by ${ada.email}`
      await uploadFile(ada, params, content)
      await ada.call(deliverablesApi.removeFile, { params })
      await sweep(0)
      const [upload] = await Promise.all([uploadFile(ada, params, content), sweep(31)])
      if (upload.status === 503) expect((await uploadFile(ada, params, content)).status).toBe(200)
      else expect(upload.status).toBe(200)
      expect(await textAt(ada, fileUrl(params))).toBe(content)
      await ada.call(deliverablesApi.removeFile, { params })
    }
  })
})
