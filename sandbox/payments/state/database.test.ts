import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createStore } from './store.ts'

test('in a file from before connected accounts, everything belongs to the platform', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'payment-sandbox-')), 'payments.sqlite')
  const old = new DatabaseSync(path)
  old.exec(`
    create table objects (
      position integer primary key autoincrement, id text not null unique, kind text not null, body text not null
    ) strict;
    insert into objects (id, kind, body) values ('prod_1', 'product', '{"id":"prod_1","name":"Starter"}');
  `)
  old.close()
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
