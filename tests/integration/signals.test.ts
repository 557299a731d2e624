import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import { openSignals } from '#server/signals/signals.ts'
import { sharedApp } from '#tests/app.ts'
import { createOnServer } from '#tests/new-database.ts'

test('listening again after a lost connection leaves nothing behind', async () => {
  const { dataDirectory } = await sharedApp()
  const url = await createOnServer({ isMigrated: false })
  const log = createLog({ logLevel: 'silent' })
  const database = await openDatabase({ url, dataDirectory, log })
  onTestFinished(() => database.close())
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  onTestFinished(() => void vi.restoreAllMocks())
  const listeners = () => {
    const left = new Set(added.mock.calls.map(([, listener]) => listener))
    for (const [, listener] of removed.mock.calls) left.delete(listener)
    return left.size
  }
  const signals = openSignals(database, url, log)
  onTestFinished(() => signals.close())
  const present = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where application_name = 'daybook-signals' and datname = current_database() and query like 'listen%'`,
    )
    return rows[0]?.pid
  }
  signals.subscribe('a topic', () => undefined)
  let pid: number | undefined
  let first: number | undefined
  for (let connection = 0; connection < 3; connection++) {
    await expect.poll(present).not.toBeOneOf([undefined, pid])
    pid = await present()
    first ??= listeners()
    await database.pool.query('select pg_terminate_backend($1)', [pid])
  }
  await expect.poll(present).not.toBeOneOf([undefined, pid])
  expect(listeners()).toBe(first)
})
