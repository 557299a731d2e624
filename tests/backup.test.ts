import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { keepBooks, onOther } from '#server/backup/fixtures/books.ts'
import { contentsOf } from '#server/backup/fixtures/contents.ts'
import { emptyPlace, migratedPlace, startApp } from '#server/backup/fixtures/places.ts'
import { runCommand } from '#tests/backup-command.ts'
import { firstOf } from '#tests/lists.ts'

const kind = process.env.TEST_DATABASE === 'server' ? 'server' : 'embedded'

test('a stopped Daybook is backed up and restored', async () => {
  const [source, target] = [await migratedPlace(kind), await emptyPlace(kind)]
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
  const links = await onOther(ada, restored).call(portalAccessApi.list, { params: { id: clientId } })
  expect(new URL(firstOf(links).url ?? '').pathname).toBe(link.pathname)
})
