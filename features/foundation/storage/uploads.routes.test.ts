import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pathWith } from '#core/endpoint.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { importsApi } from '#features/pages/import/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { inTransaction } from '#server/context.ts'
import { claimFile } from '#server/files/claim.ts'
import { receiveFile } from '#server/files/receive.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { setClock, sharedApp, signIn, startTestApp, uniqueEmail } from '#tests/app.ts'
import { startBucket } from '#tests/bucket.ts'
import { jpeg, png } from '#tests/images.ts'
import { runJobs, systemContext } from '#tests/jobs.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, openFurnishedStudio, openStudio } from '#tests/portal.ts'
import { sendRaw } from '#tests/raw-http.ts'
import { uploadFile, uploadReceipt, uploadThumbnail } from '#tests/uploads.ts'
import { storageApi } from './contract.ts'

const GIGABYTE = 1024 ** 3

async function storedFiles(): Promise<string[]> {
  const { dataDirectory } = await sharedApp()
  return readdirSync(join(dataDirectory, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

const addExpense = async (person: Person) =>
  (
    await person.call(expensesApi.create, {
      body: { category: 'Travel', description: 'Train', amount: 42.5, date: '2026-11-03' },
    })
  ).id

const accountOf = async (person: Person) => (await person.call(accountApi.me)).id

const query = async (text: string, values: unknown[]) =>
  (await (await sharedApp()).database.pool.query(text, values)).rows

const send = (person: Person, method: string, path: string, content: Buffer | string) =>
  person.fetch(path, { method, body: new Blob([new Uint8Array(Buffer.from(content))]) })

const importFile = (person: Person, content: Buffer | string) =>
  send(person, 'POST', `${importsApi.upload.path}?name=a.csv`, content)

const uploadLogo = (person: Person, content: Buffer) =>
  send(person, 'PUT', businessApi.uploadLogo.path, content)

describe('a refused upload', () => {
  const refusals: [what: string, status: number, attempt: (ada: Person) => Promise<Response>][] = [
    [
      'a receipt of another type',
      400,
      async (ada) => uploadReceipt(ada, await addExpense(ada), randomBytes(9000)),
    ],
    [
      'a receipt that is half a picture',
      400,
      async (ada) => uploadReceipt(ada, await addExpense(ada), png(50).subarray(0, 60)),
    ],
    ['an import that is no CSV file', 400, (ada) => importFile(ada, jpeg())],
    ['an import without rows', 400, (ada) => importFile(ada, `Date,${ada.email}\n`)],
    ['a logo that is no picture', 400, (ada) => uploadLogo(ada, randomBytes(9000))],
  ]

  test.each(refusals)('leaves nothing behind: %s', async (_, status, attempt) => {
    const ada = await signIn('Ada')
    await importFile(ada, `Date,Hours\n2024-10-15,${ada.email}`)
    const before = await storedFiles()
    for (let n = 0; n < 2; n += 1) expect((await attempt(ada)).status).toBe(status)
    expect(await storedFiles()).toEqual(before)
  })

  test('leaves nothing behind: a receipt too many, and one whose key was used for another', async () => {
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const key = { 'idempotency-key': randomUUID() }
    expect((await uploadReceipt(ada, id, png(3), 'a.png', key)).status).toBe(201)
    await query(
      `insert into expense_receipts (account_id, expense_id, file_sha256, file_name, file_size, file_type, created_at)
       select account_id, expense_id, file_sha256, 'copy.png', file_size, file_type, now()
       from expense_receipts, generate_series(1, 19) where expense_id = $1`,
      [id],
    )
    const before = await storedFiles()
    const unlike = (size: number) => png(size, [['pHYs', randomUUID()]])
    expect((await uploadReceipt(ada, id, unlike(4), 'a.png', key)).status).toBe(409)
    expect((await uploadReceipt(ada, id, unlike(5))).status).toBe(409)
    expect(await storedFiles()).toEqual(before)
  })

  test('leaves nothing behind: a file that replaces one which another deliverable still has', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const ids = [await addDeliverable(studio), await addDeliverable(studio)]
    const paramsOf = (deliverableId = 0) => ({ id: projectId, deliverableId })
    for (const id of ids) await uploadFile(ada, paramsOf(id), ada.email)
    await query('update deliverables set file_size = $2 where id = any($1)', [ids, GIGABYTE])
    const before = await storedFiles()
    expect((await uploadFile(ada, paramsOf(ids[0]), randomBytes(1000))).status).toBe(413)
    expect(await storedFiles()).toEqual(before)
  })

  test('leaves nothing behind: a decision on an invoice that has changed', async () => {
    const { client, ids } = await openFurnishedStudio()
    await runJobs()
    const before = await storedFiles()
    const decision = { status: 'approved', revision: '0'.repeat(32) } as const
    expect(await client.try(portalApi.decideInvoice, { params: ids, body: decision })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    await runJobs()
    expect(await storedFiles()).toEqual(before)
  })

  test('leaves what others use, what is being recorded, and what was used before', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const ctx = await systemContext(ada.email)
    const { services } = await sharedApp()
    const content = randomBytes(3000)
    const isStored = () =>
      services.files.has(createHash('sha256').update(content).digest('hex'), content.length)
    const refuse = () =>
      receiveFile(ctx, Readable.from([content]), { limitBytes: 5000 }, async () => {
        throw new Error('refused')
      })
    await receiveFile(ctx, Readable.from([content]), { limitBytes: 5000 }, async (file) => {
      await expect(refuse()).rejects.toThrow('refused')
      expect(await isStored()).toBe(true)
      await inTransaction(ctx, (tx) => claimFile(tx, file))
    })
    await expect(refuse()).rejects.toThrow('refused')
    expect(await isStored()).toBe(true)
  })

  test('of a server that was killed goes after a day', async () => {
    const { ada } = await openStudio()
    const ctx = await systemContext(ada.email)
    const { services } = await sharedApp()
    const content = randomBytes(3000)
    const { sha256 } = await services.files.put(Readable.from([content]), { limitBytes: 5000 })
    await query('insert into file_leases (sha256, leased_at) values ($1, $2)', [sha256, ctx.now])
    const sweep = (hours: number) =>
      sweepFiles.run(
        { ...ctx, now: new Date(ctx.now.getTime() + hours * 3_600_000) },
        { number: 1, isLast: false },
      )
    await sweep(20)
    expect(await services.files.has(sha256, 3000)).toBe(true)
    await sweep(25)
    expect(await services.files.has(sha256, 3000)).toBe(false)
  })
})

describe('uploads of an account', () => {
  const AT_ONCE = {
    error: 'You can upload 3 files at a time. Please wait until one of them is complete.',
    code: 'upload_limit_reached',
  }

  test('are at most three at a time, of whatever kind, until a killed server has been silent', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const deliverableId = await addDeliverable(studio)
    const id = await addExpense(ada)
    const { id: receiptId } = await (await uploadReceipt(ada, id, png())).json()
    const uploads = [
      () => uploadFile(ada, { id: projectId, deliverableId }, 'content'),
      () => uploadReceipt(ada, id, png(2)),
      () => uploadThumbnail(ada, { id, receiptId }, jpeg()),
      () => uploadLogo(ada, png()),
      () => importFile(ada, 'Date,Hours\n2024-10-15,1'),
    ]
    await query(
      'insert into upload_slots (account_id, seen_at) select $1, now() from generate_series(1, 3)',
      [await accountOf(ada)],
    )
    for (const upload of uploads) {
      const refused = await upload()
      expect({ status: refused.status, body: await refused.json() }).toEqual({ status: 429, body: AT_ONCE })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const other = await signIn('Eve')
    expect((await uploadReceipt(other, await addExpense(other), png())).status).toBe(201)
    await query(`update upload_slots set seen_at = now() - interval '1 minute' where account_id = $1`, [
      await accountOf(ada),
    ])
    for (const upload of uploads) expect([200, 201]).toContain((await upload()).status)
  })

  test('that are refused after their first bytes leave the connection usable', async () => {
    const ada = await signIn('Ada')
    const path = `${pathWith(expensesApi.addReceipt.path, { id: await addExpense(ada) })}?name=a.png`
    const { url } = await sharedApp()
    for (const size of [800_000, 10, 800_000, 10]) {
      const { status } = await sendRaw(url, {
        method: 'POST',
        path,
        headers: { cookie: ada.cookies.header(), origin: url, 'content-type': 'application/json' },
        body: Buffer.alloc(size, '['),
      })
      expect(status).toBe(400)
    }
  })

  test('end within a day at what the plan allows, refused ones included', async () => {
    await setClock('2026-11-10T12:30:00Z')
    const ada = await signIn('Ada')
    const id = await addExpense(ada)
    const account_id = await accountOf(ada)
    const countUploads = async () =>
      Number((await query('select sum(bytes) from upload_hours where account_id = $1', [account_id]))[0]?.sum)
    expect((await uploadReceipt(ada, id, Buffer.alloc(5000))).status).toBe(400)
    expect(await countUploads()).toBe(5000)
    await query('update upload_hours set bytes = $2 where account_id = $1', [account_id, GIGABYTE - 3000])
    const upload = async (content: BodyInit) => {
      const response = await ada.fetch(`${pathWith(expensesApi.addReceipt.path, { id })}?name=a.png`, {
        method: 'POST',
        body: content,
        duplex: 'half',
      } as RequestInit)
      return { status: response.status, body: await response.json() }
    }
    const refused = {
      status: 429,
      body: {
        error: 'Your plan allows uploads of 1 GB within 24 hours. Please try again later.',
        code: 'upload_limit_reached',
      },
    }
    expect(await upload(new Uint8Array(3001))).toEqual(refused)
    const unannounced = Readable.toWeb(Readable.from([png(1), Buffer.alloc(3000)])) as BodyInit
    expect(await upload(unannounced)).toEqual(refused)
    expect((await ada.call(storageApi.usage)).used_bytes).toBe(0)
    await query('update upload_hours set bytes = $2 where account_id = $1', [account_id, GIGABYTE])
    expect((await uploadReceipt(ada, id, png())).status).toBe(429)
    await givePlan(ada, 'starter')
    expect((await uploadReceipt(ada, id, png())).status).toBe(201)
    await givePlan(ada, 'free')
    expect((await uploadReceipt(ada, id, png(2))).status).toBe(429)
    await setClock('2026-11-11T12:30:00Z')
    expect((await uploadReceipt(ada, id, png(2))).status).toBe(201)
  })
})

test('nobody waits for a bucket while an upload is recorded', async () => {
  const bucket = await startBucket()
  const app = await startTestApp({
    S3_BUCKET: 'b',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  onTestFinished(async () => {
    await app.stop()
    await bucket.stop()
  })
  const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('ada') })
  const id = await addExpense(ada)
  const locked: unknown[] = []
  bucket.beforeAnswer = async () => {
    await app.database.pool
      .query('select from subscriptions for update nowait')
      .catch((error) => locked.push(error))
  }
  expect((await uploadReceipt(ada, id, png())).status).toBe(201)
  expect((await uploadReceipt(ada, id, 'neither')).status).toBe(400)
  expect(bucket.objects.size).toBe(1)
  expect(locked).toEqual([])
})
