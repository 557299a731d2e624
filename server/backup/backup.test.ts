import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import type { TestApp } from '#tests/app.ts'
import { runCommand } from '#tests/backup-command.ts'
import { startBucket } from '#tests/bucket.ts'
import { type Person, signInAs, Visitor } from '#tests/people.ts'
import { created, done } from '#tests/portal.ts'
import { openArchive } from './archive-reader.ts'
import { contentsOf } from './fixtures/contents.ts'
import { emptyPlace, type Kind, providePostgres, startApp } from './fixtures/places.ts'

providePostgres()

const STRANGE = 'tab\t "quotes" \\N \\back 🦓 مرحبا \u2028 line\nbreak, {curly}'
const LOGO = Buffer.from('a logo, as a file')

/** Books in which every table that a freelancer fills has something. */
async function keepBooks(app: TestApp) {
  const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
  await created(ada.post('/api/sample-data', undefined))
  const key = { 'idempotency-key': 'once' }
  const client = await created(ada.post('/api/clients', { name: 'Studio North', notes: STRANGE }, key))
  const project = await created(ada.post('/api/projects', { name: 'Website', client_id: client.id }))
  const access = await created(ada.post(`/api/clients/${client.id}/portal-access`, {}))
  const deliverables = `/api/projects/${project.id}/deliverables`
  const { id } = await created(ada.post(deliverables, { title: 'Logo' }))
  const upload = await ada.fetch(`${deliverables}/${id}/file?name=logo.txt`, { method: 'POST', body: LOGO })
  expect(upload.status).toBe(200)
  await done(ada.post(`${deliverables}/${id}/submit`, undefined))
  return { ada, clientId: client.id, link: new URL(access.url), file: `${deliverables}/${id}/file` }
}

type Books = Awaited<ReturnType<typeof keepBooks>>

/** Writes invoices until it is told to stop, then gives how many it wrote. */
function keepWriting({ ada, clientId }: Books) {
  let stopped = false
  const write = async () => {
    let count = 0
    for (; !stopped; count++) {
      const items = [1, 2, 3].map((rate) => ({ description: STRANGE, quantity: 1.5, rate: rate * 33.33 }))
      await created(ada.post('/api/invoices', { client_id: clientId, issue_date: '2026-11-15', items }))
    }
    return count
  }
  const lanes = Promise.all([write(), write(), write()])
  return async () => {
    stopped = true
    return (await lanes).reduce((sum, count) => sum + count, 0)
  }
}

/** What holds at any one moment, however much is being written. */
async function expectConsistent({ database }: TestApp) {
  const { rows } = await database.pool.query(`
    select (select count(*)::int from invoices) as invoices,
      (select max(number) from invoices) as "highest",
      (select last_invoice_number from accounts) as "last",
      (select count(*)::int from activities where title = 'Invoice created' and not sample) as "told",
      (select count(*)::int from invoices where not sample) as "own",
      (select count(*)::int from invoices i where i.subtotal <> (
        select coalesce(sum(amount), 0) from invoice_items t
        where t.account_id = i.account_id and t.invoice_id = i.id)) as "wrong"`)
  const { invoices, highest, last, told, own, wrong } = rows[0]
  expect({ highest, last, told, wrong }).toEqual({ highest: invoices, last: invoices, told: own, wrong: 0 })
  return Number(own)
}

const onOther = (person: Person, app: TestApp) => {
  const visitor = new Visitor(app.url)
  visitor.cookies.set('daybook_session', person.cookies.get('daybook_session') ?? '')
  return visitor
}

const ways: [Kind, Kind][] = [
  ['embedded', 'embedded'],
  ['server', 'server'],
  ['embedded', 'server'],
  ['server', 'embedded'],
]

test.each(ways)(
  'what is backed up from %s while it is used is restored to %s while that runs',
  async (from, to) => {
    const [source, target] = [await emptyPlace(from), await emptyPlace(to)]
    const [app, other] = [await startApp(source), await startApp(target)]
    const books = await keepBooks(app)
    const file = join(scratchDirectory(), 'daybook.zip')

    const before = await expectConsistent(app)
    const stopWriting = keepWriting(books)
    expect(await runCommand(source, 'backup', file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(file),
    })
    expect(await stopWriting()).toBeGreaterThan(0)
    const after = await expectConsistent(app)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await runCommand(target, 'restore', file)).toMatchObject({ code: 0 })
    const own = await expectConsistent(other)
    expect(own).toBeGreaterThanOrEqual(before)
    expect(own).toBeLessThanOrEqual(after)

    expect(await runCommand(source, 'backup', file)).toMatchObject({ code: 0 })
    const refused = await runCommand(target, 'restore', file)
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('--replace') })
    expect(await expectConsistent(other)).toBe(own)
    expect(await runCommand(target, 'restore', file, '--replace')).toMatchObject({ code: 0 })
    expect(await contentsOf(other.database)).toEqual(await contentsOf(app.database))

    const sheIsHere = onOther(books.ada, other)
    const download = await sheIsHere.fetch(books.file)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(LOGO)
    const [access] = await done(sheIsHere.get(`/api/clients/${books.clientId}/portal-access`))
    expect(new URL(access.url).pathname).toBe(books.link.pathname)
    expect((await new Visitor(other.url).get(`/api${books.link.pathname}`)).status).toBe(200)
    const next = await created(sheIsHere.post('/api/clients', { name: 'The next one' }))
    expect(next.id).toBeGreaterThan(books.clientId)
  },
)

test.each(['embedded', 'server'] as const)(
  'on %s a stopped Daybook is backed up and restored as well',
  async (kind) => {
    const [source, target] = [await emptyPlace(kind), await emptyPlace(kind)]
    const app = await startApp(source)
    const { ada, clientId, link } = await keepBooks(app)
    const contents = await contentsOf(app.database)
    await app.stop()
    const backup = await runCommand(source, 'backup')
    const [file = ''] = readdirSync(join(source.dataDirectory, 'backups'))
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining(file) })
    const path = join(source.dataDirectory, 'backups', file)
    expect(await runCommand(target, 'restore', path)).toMatchObject({ code: 0 })

    const restored = await startApp(target)
    expect(await contentsOf(restored.database)).toEqual(contents)
    const [access] = await done(onOther(ada, restored).get(`/api/clients/${clientId}/portal-access`))
    expect(new URL(access.url).pathname).toBe(link.pathname)
  },
)

test.each(['embedded', 'server'] as const)(
  'on %s whoever works while a backup is restored goes on afterwards',
  async (kind) => {
    const place = await emptyPlace(kind)
    const app = await startApp(place)
    const books = await keepBooks(app)
    const file = join(scratchDirectory(), 'daybook.zip')
    await runCommand(place, 'backup', file)
    const before = await expectConsistent(app)

    const statuses: number[] = []
    let restored = false
    const work = async () => {
      for (let afterwards = 0; afterwards < 3; afterwards += restored ? 1 : 0) {
        const { status } = await books.ada.post('/api/invoices', {
          client_id: books.clientId,
          issue_date: '2026-11-15',
          items: [{ description: 'Design', quantity: 1, rate: 50 }],
        })
        statuses.push(status)
      }
    }
    const lanes = Promise.all([work(), work(), work()])
    const outcome = await runCommand(place, 'restore', file, '--replace')
    restored = true
    await lanes
    expect(outcome).toMatchObject({ code: 0 })
    expect(statuses.slice(-3)).toEqual([201, 201, 201])
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([])
    const after = await expectConsistent(app)
    expect(after).toBeGreaterThanOrEqual(before + 9)
    expect(after).toBeLessThan(before + statuses.length)
  },
)

test('files in a bucket are in the backup, and go into the bucket of the other', async () => {
  const bucket = await startBucket()
  onTestFinished(bucket.stop)
  const [source, target] = [await emptyPlace('server'), await emptyPlace('embedded')]
  const app = await startApp(source)
  const { file: address, ada } = await keepBooks(app)
  const path = join(scratchDirectory(), 'daybook.zip')
  await runCommand(source, 'backup', path)
  const other = await startApp(target, {
    S3_BUCKET: 'daybook',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(await runCommand(target, 'restore', path)).toMatchObject({ code: 0 })
  expect(bucket.objects.size).toBe(1)
  const download = await onOther(ada, other).fetch(address)
  expect(Buffer.from(await download.arrayBuffer())).toEqual(LOGO)
  await runCommand(target, 'backup', path)
  const archive = await openArchive(path)
  onTestFinished(archive.close)
  expect(archive.manifest.files).toEqual([expect.objectContaining({ size: LOGO.length })])
})

test('a file that is gone from the store is named, and does not keep the rest from being saved', async () => {
  const place = await emptyPlace('server')
  const app = await startApp(place)
  await keepBooks(app)
  const file = join(scratchDirectory(), 'daybook.zip')
  await app.database.pool.query('update deliverables set file_sha256 = $1 where file_sha256 is not null', [
    '0'.repeat(64),
  ])
  expect(await runCommand(place, 'backup', file)).toEqual({
    code: 1,
    said: expect.stringContaining('0'.repeat(64)),
  })
  expect(await runCommand(place, 'restore', file, '--replace')).toMatchObject({ code: 1 })
  expect(await contentsOf(app.database)).toMatchObject({ clients: expect.any(Array) })
})
