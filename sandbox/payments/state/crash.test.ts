import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createStore } from './store.ts'

const child = `
import { openDatabase } from '${import.meta.dirname}/database.ts'
import { openLedger } from '${import.meta.dirname}/../ledger.ts'
import { createCustomer } from '${import.meta.dirname}/../billing/customers.ts'
const db = openDatabase(process.argv[1])
const ledger = openLedger(db, { now: () => new Date(), publicUrl: 'http://localhost' })
for (let n = 0; ; n++) {
  const ids = ledger.change((context) => [
    createCustomer(context, { email: 'first' + n + '@example.com' }).id,
    createCustomer(context, { email: 'second' + n + '@example.com' }).id,
  ])
  process.stdout.write(ids.join(' ') + '\\n')
}
`

test('killed while writing, it has kept every acknowledged change, and nothing partial', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'payment-sandbox-crash-')), 'payments.sqlite')
  const writer = spawn(process.execPath, ['--input-type=module-typescript', '-e', child, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => writer.once('exit', resolve))
  const answered: string[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    answered.push(...line.split(' '))
    if (answered.length === 100) writer.kill('SIGKILL')
  }
  await ended

  const db = openDatabase(path)
  const store = createStore(db)
  expect(db.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  expect(answered.length).toBeGreaterThanOrEqual(100)
  expect(answered.filter((id) => !store.find('customer', id))).toEqual([])
  const customers = store.all('customer')
  expect(customers.length % 2).toBe(0)
  expect(store.all('event')).toHaveLength(customers.length)
  db.close()
})
