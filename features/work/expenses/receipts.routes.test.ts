import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { heic, jpeg, PLACE, photo, png, webp } from '#tests/images.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { invalidFields, NOT_FOUND } from '#tests/refusals.ts'
import { receiptsUrl, uploadReceipt, uploadThumbnail } from '#tests/uploads.ts'
import { unzip } from '#tests/zip.ts'
import { expensesApi, MAX_RECEIPTS, type Receipt } from './contract.ts'

const PDF = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'

const addExpense = async (person: Person) =>
  (
    await person.call(expensesApi.create, {
      body: { category: 'Travel', description: 'Train', amount: 42.5, date: '2026-11-03' },
    })
  ).id

const receiptIn = async (response: Response): Promise<Receipt> => {
  expect(response.status).toBe(201)
  return response.json()
}

const listOf = (person: Person, id: number) => person.call(expensesApi.receipts, { params: { id } })

const count = async (person: Person, id: number) =>
  (await person.call(expensesApi.get, { params: { id } })).receipt_count

describe('receipts', () => {
  test('are pictures and PDFs by their content, and are downloaded as they were uploaded', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const uploads: [Buffer | string, string, string][] = [
      [png(), 'Beleg “eins”.png', 'image/png'],
      [jpeg(), 'not-a-name.exe', 'image/jpeg'],
      [webp(), 'photo.webp', 'image/webp'],
      [heic(), 'IMG_0001.HEIC', 'image/heic'],
      [PDF, 'ticket.pdf', 'application/pdf'],
    ]
    for (const [content, name, type] of uploads) {
      const receipt = await receiptIn(await uploadReceipt(ada, id, content, name))
      expect(receipt).toMatchObject({ file: { name, type }, thumbnail_url: null })
      const file = await ada.fetch(receipt.file_url)
      expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(content))
      expect(file.headers.get('content-type')).toBe(type)
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await listOf(ada, id)).map(({ file }) => file.name)).toEqual(uploads.map(([, name]) => name))
    expect(await count(ada, id)).toBe(5)
    expect(await ada.call(expensesApi.list)).toMatchObject([{ receipt_count: 5 }])
  })

  test.each([
    ['JPEG', photo()],
    ['HEIC', heic({ exif: PLACE })],
  ])('do not tell where a photo was taken, as %s', async (_, taken) => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const { file_url } = await receiptIn(await uploadReceipt(ada, id, taken, 'photo'))
    const file = Buffer.from(await (await ada.fetch(file_url)).arrayBuffer())
    expect(file.includes(PLACE)).toBe(false)
    const half = await uploadReceipt(ada, id, taken.subarray(0, -9), 'half')
    expect({ status: half.status, body: await half.json() }).toMatchObject({
      status: 400,
      body: { error: 'This picture cannot be read. Please save it as JPEG or PNG first.' },
    })
  })

  test('wait on disk while they arrive', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const { dataDirectory } = await sharedApp()
    const incoming = join(dataDirectory, 'files/incoming')
    const sizes = () =>
      (existsSync(incoming) ? readdirSync(incoming) : []).map((name) => statSync(join(incoming, name)).size)
    const slow = request(new URL(`${receiptsUrl(id)}?name=slow.png`, ada.url), {
      method: 'POST',
      headers: { cookie: ada.cookies.header(), 'content-length': 2_000_000 },
    })
    slow.on('error', () => undefined)
    slow.write(Buffer.concat([png(), Buffer.alloc(1_000_000)]))
    await expect.poll(() => Math.max(0, ...sizes())).toBeGreaterThan(1_000_000)
    slow.destroy()
    await expect.poll(sizes).toEqual([])
  })

  test.each([
    ['a page with a script', '<!doctype html><script>alert(1)</script>', 'receipt.png'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.svg'],
    ['a program', Buffer.from('MZ\x90\0'), 'receipt.pdf'],
    ['nothing', '', 'receipt.jpg'],
  ])('are never %s', async (_, content, name) => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const refused = await uploadReceipt(ada, id, content, name)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { error: 'A receipt must be a PNG, JPEG, WebP or HEIC picture, or a PDF' },
    })
    expect(await listOf(ada, id)).toEqual([])
  })

  test('have a name, and are at most twenty, also if many are added at once', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const unnamed = await uploadReceipt(ada, id, png(), ' ')
    expect(invalidFields({ status: unnamed.status, body: await unnamed.json() })).toEqual(['name'])
    const statuses: number[] = []
    while (statuses.length < MAX_RECEIPTS + 4) {
      const three = [1, 2, 3].map((more) => uploadReceipt(ada, id, png(statuses.length + more)))
      statuses.push(...(await Promise.all(three)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_RECEIPTS)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
    expect(await count(ada, id)).toBe(MAX_RECEIPTS)
  })

  test('are added once for one Idempotency-Key, also if both arrive at once', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const key = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([
      uploadReceipt(ada, id, png(), 'a.png', key),
      uploadReceipt(ada, id, png(), 'a.png', key),
    ])
    const [first, second] = await Promise.all(both.map(receiptIn))
    expect(second).toEqual(first)
    expect(await receiptIn(await uploadReceipt(ada, id, png(), 'a.png', key))).toEqual(first)
    const other = await uploadReceipt(ada, id, jpeg(), 'a.png', key)
    expect({ status: other.status, body: await other.json() }).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await listOf(ada, id)).toEqual([first])
  })

  test('leave nothing if the upload breaks off', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const { dataDirectory } = await sharedApp()
    const cut = request(new URL(`${receiptsUrl(id)}?name=cut.png`, ada.url), {
      method: 'POST',
      headers: { cookie: ada.cookies.header(), 'content-length': 1_000_000, 'idempotency-key': randomUUID() },
    })
    cut.on('error', () => undefined)
    const [socket] = await once(cut, 'socket')
    cut.write(Buffer.concat([png(), Buffer.alloc(500_000)]), () => cut.destroy())
    await once(socket, 'close')
    const incoming = join(dataDirectory, 'files/incoming')
    await expect.poll(() => (existsSync(incoming) ? readdirSync(incoming) : [])).toEqual([])
    expect(await listOf(ada, id)).toEqual([])
  })

  test('have a thumbnail: a JPEG image and nothing else', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const { id: receiptId } = await receiptIn(await uploadReceipt(ada, id, png()))
    const params = { id, receiptId }
    expect(await ada.try(expensesApi.thumbnail, { params })).toMatchObject(NOT_FOUND)
    for (const content of [png(), webp(), PDF, '<script>', jpeg().subarray(0, 40)])
      expect((await uploadThumbnail(ada, params, content)).status).toBe(400)
    expect((await uploadThumbnail(ada, params, Buffer.alloc(65 * 1024))).status).toBe(413)
    const hidden = Buffer.concat([jpeg(), Buffer.from('<script>')])
    expect((await uploadThumbnail(ada, params, hidden)).status).toBe(200)
    const [receipt] = await listOf(ada, id)
    const thumbnail = await ada.fetch(receipt?.thumbnail_url ?? '')
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await thumbnail.arrayBuffer())).toEqual(jpeg())
  })

  test('are hidden from other accounts and from other expenses', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const { id: receiptId } = await receiptIn(await uploadReceipt(ada, id, png()))
    const params = { id, receiptId }
    const eve = await signIn('Eve')
    const hers = { id: await addExpense(eve), receiptId }
    const elsewhere = { id: await addExpense(ada), receiptId }
    expect((await uploadReceipt(eve, id, png())).status).toBe(404)
    expect((await uploadReceipt(new Visitor(ada.url), id, png())).status).toBe(401)
    expect(await eve.try(expensesApi.receipts, { params: { id } })).toMatchObject(NOT_FOUND)
    for (const [person, other] of [
      [eve, params],
      [eve, hers],
      [ada, elsewhere],
    ] as const) {
      expect(await person.try(expensesApi.downloadReceipt, { params: other })).toMatchObject(NOT_FOUND)
      expect(await person.try(expensesApi.thumbnail, { params: other })).toMatchObject(NOT_FOUND)
      expect((await uploadThumbnail(person, other, jpeg())).status).toBe(404)
      expect(await person.try(expensesApi.removeReceipt, { params: other })).toMatchObject(NOT_FOUND)
    }
    expect(await count(ada, id)).toBe(1)
  })

  test('count towards the quota until they are removed, alone or with their expense', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const used = async () => (await ada.call(storageApi.usage)).used_bytes
    const first = await receiptIn(await uploadReceipt(ada, id, png(1)))
    const second = await receiptIn(await uploadReceipt(ada, id, png(2)))
    expect(await used()).toBe(first.file.size + second.file.size)
    await ada.call(expensesApi.removeReceipt, { params: { id, receiptId: first.id } })
    expect(await ada.try(expensesApi.removeReceipt, { params: { id, receiptId: first.id } })).toMatchObject(
      NOT_FOUND,
    )
    expect(await used()).toBe(second.file.size)
    await ada.call(expensesApi.remove, { params: { id } })
    expect(await used()).toBe(0)
    expect(await ada.try(expensesApi.receipts, { params: { id } })).toMatchObject(NOT_FOUND)
  })

  test('beyond the quota are refused', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    await uploadReceipt(ada, id, png())
    const { database } = await sharedApp()
    const { id: accountId } = await ada.call(accountApi.me)
    await database.pool.query('update expense_receipts set file_size = $2 where account_id = $1', [
      accountId,
      1024 ** 3,
    ])
    const refused = await uploadReceipt(ada, id, png(2))
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 413,
      body: { code: 'storage_quota_exceeded' },
    })
    expect(await count(ada, id)).toBe(1)
  })

  test('are part of the export, each under its own name', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const first = await receiptIn(await uploadReceipt(ada, id, PDF, 'image.pdf'))
    const second = await receiptIn(await uploadReceipt(ada, id, `${PDF}2`, 'image.pdf'))
    const files = await unzip(Buffer.from(await (await ada.fetch('/api/export.zip')).arrayBuffer()))
    expect(files.get(`receipts/expense ${id}/${first.id} image.pdf`)).toBe(PDF)
    expect(files.get(`receipts/expense ${id}/${second.id} image.pdf`)).toBe(`${PDF}2`)
    expect(files.get('receipts.csv')).toContain(
      `${second.id},${id},image.pdf,${second.file.size},application/pdf,`,
    )
  })
})
