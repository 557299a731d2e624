import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { remember, remembered } from '../api/idempotency.ts'
import { deliveriesOf, queueDelivery } from '../webhooks/queue.ts'
import { openDatabase } from './database.ts'
import { createStore } from './store.ts'

function oldFile(sql: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'payment-sandbox-')), 'payments.sqlite')
  const old = new DatabaseSync(path)
  old.exec(sql)
  old.close()
  return path
}

test('in a file from before connected accounts, everything belongs to the platform', () => {
  const path = oldFile(`
    create table objects (
      position integer primary key autoincrement, id text not null unique, kind text not null, body text not null
    ) strict;
    insert into objects (id, kind, body) values ('prod_1', 'product', '{"id":"prod_1","name":"Starter"}');
  `)
  for (const _ of ['upgraded', 'opened again']) {
    const db = openDatabase(path)
    const store = createStore(db)
    expect(store.find('product', 'prod_1')).toMatchObject({ name: 'Starter' })
    expect(store.ownerOf('prod_1')).toBeNull()
    expect(store.ownerOf('prod_2')).toBeUndefined()
    expect(store.forOwner('acct_1').find('product', 'prod_1')).toBeUndefined()
    expect(store.forOwner('acct_1').all('product')).toEqual([])
    db.close()
  }
})

test('a file of the version before keeps its deliveries and takes more, and takes requests', () => {
  const path = oldFile(`
    create table deliveries (
      position integer primary key autoincrement, id text not null unique, event text not null, endpoint text not null,
      state text not null, attempts integer not null default 0, next_attempt_at integer not null,
      last_attempt_at integer, response_status integer, failure text
    ) strict;
    insert into deliveries (id, event, endpoint, state, next_attempt_at) values ('whd_1', 'evt_1', 'we_1', 'pending', 0);
    create table idempotent_requests (
      key text primary key, fingerprint text not null, request_id text not null, status integer not null,
      body text not null, created_at integer not null
    ) strict;
  `)
  const db = openDatabase(path)
  queueDelivery(db, 'evt_1', 5)
  expect(deliveriesOf(db, 'evt_1')).toMatchObject([{ id: 'whd_1' }, { nextAttemptAt: 5 }])
  const once = { key: 'a', fingerprint: 'b' }
  remember(db, once, { status: 200, body: '{}' }, new Date())
  expect(remembered(db, once, new Date())).toEqual({ status: 200, body: '{}' })
  db.close()
})
