import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { runCommandHere } from '#tests/backup-command.ts'
import { firstOf } from '#tests/lists.ts'
import { Visitor } from '#tests/people.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { type Books, expectConsistent, keepBooks, LOGO, onOther, STRANGE } from './fixtures/books.ts'
import { contentsOf } from './fixtures/contents.ts'
import { type Kind, migratedPlace, startApp } from './fixtures/places.ts'

/** Writes invoices until it is told to stop, then gives how many it wrote. */
function keepWriting({ ada, clientId }: Books) {
  let stopped = false
  const write = async () => {
    let count = 0
    for (; !stopped; count++) {
      const items = [1, 2, 3].map((rate) => ({ description: STRANGE, quantity: 1.5, rate: rate * 33.33 }))
      await ada.call(invoicesApi.create, { body: { client_id: clientId, issue_date: '2026-11-15', items } })
    }
    return count
  }
  const lanes = Promise.all([write(), write(), write()])
  return async () => {
    stopped = true
    return (await lanes).reduce((sum, count) => sum + count, 0)
  }
}

/** Each is read from once and written to once; cli.test.ts stays on one kind. */
const ways: [Kind, Kind][] = [
  ['embedded', 'server'],
  ['server', 'embedded'],
]

test.each(ways)(
  'what is backed up from %s while it is used is restored to %s while that runs',
  async (from, to) => {
    const [source, target] = [await migratedPlace(from), await migratedPlace(to)]
    const [app, other] = [await startApp(source), await startApp(target)]
    const books = await keepBooks(app)
    const file = join(scratchDirectory(), 'daybook.zip')

    const before = await expectConsistent(app)
    const stopWriting = keepWriting(books)
    expect(await runCommandHere(source, 'backup', file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(file),
    })
    expect(await stopWriting()).toBeGreaterThan(0)
    const after = await expectConsistent(app)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await runCommandHere(target, 'restore', file)).toMatchObject({ code: 0 })
    const own = await expectConsistent(other)
    expect(own).toBeGreaterThanOrEqual(before)
    expect(own).toBeLessThanOrEqual(after)

    expect(await runCommandHere(source, 'backup', file)).toMatchObject({ code: 0 })
    const refused = await runCommandHere(target, 'restore', file)
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('--replace') })
    expect(await expectConsistent(other)).toBe(own)
    expect(await runCommandHere(target, 'restore', file, '--replace')).toMatchObject({ code: 0 })
    expect(await contentsOf(other.database)).toEqual(await contentsOf(app.database))

    const sheIsHere = onOther(books.ada, other)
    const download = await sheIsHere.fetch(books.file)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(LOGO)
    const access = firstOf(await sheIsHere.call(portalAccessApi.list, { params: { id: books.clientId } }))
    expect(new URL(access.url ?? '').pathname).toBe(books.link.pathname)
    await new Visitor(other.url).call(portalApi.overview, { params: { token: tokenOf(books.link.href) } })
    const next = await sheIsHere.call(clientsApi.create, { body: { name: 'The next one' } })
    expect(next.id).toBeGreaterThan(books.clientId)
  },
)
