import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startPostgresServer } from '#tests/postgres-server.ts'
import { type Db, inSavepoint, withKeptPlans } from './database.ts'
import { PLAN_EACH_TIME, sendWithoutWaiting } from './driver.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { type Line, longTimeout, openForTest, recordLog } from './fixtures/scratch.ts'

startBothKinds()

const insertInvoice = (db: Db, number: string) =>
  sql`insert into invoices (number, cents) values (${number}, 123456789012)`.execute(db)

async function createInvoices(db: Db) {
  await sql`create table invoices (number text primary key, cents bigint not null)`.execute(db)
  await insertInvoice(db, 'INV-0001')
}

describe.each(kinds)('the $kind database', { timeout: longTimeout }, ({ kind, openEmpty }) => {
  test('reports its kind', async () => {
    expect((await openEmpty()).kind).toBe(kind)
  })

  test('gives the documented types', async () => {
    const { pool } = await openEmpty()
    const { rows } = await pool.query(`
      select 123456789012::int8 as int8, 1.10::numeric as numeric, date '2026-12-31' as date, 7 as int4,
        timestamptz '2026-11-15T10:00:00Z' as timestamptz, '{"a":1}'::jsonb as json, now()::text ~ '\\+00$' as utc`)
    expect(rows).toEqual([
      {
        int8: 123_456_789_012,
        numeric: 1.1,
        date: '2026-12-31',
        int4: 7,
        timestamptz: new Date('2026-11-15T10:00:00Z'),
        json: { a: 1 },
        utc: true,
      },
    ])
  })

  test('refuses a number that could not be exact', async () => {
    const { pool } = await openEmpty()
    await expect(pool.query('select 9007199254740993::int8')).rejects.toThrow('9007199254740993 is too large')
  })

  test('rolls a failed transaction back and is ready for the next', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const duplicate = db.transaction().execute(async (tx) => {
      await insertInvoice(tx, 'INV-0002')
      await insertInvoice(tx, 'INV-0001')
    })
    await expect(duplicate).rejects.toMatchObject({ code: '23505' })
    expect((await sql`select number from invoices`.execute(db)).rows).toEqual([{ number: 'INV-0001' }])
  })

  test('fails the commit of a transaction in which an error was ignored', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const transaction = db.transaction().execute(async (tx) => {
      await insertInvoice(tx, 'INV-0002')
      await insertInvoice(tx, 'INV-0001').catch(() => undefined)
    })
    await expect(transaction).rejects.toThrow('rolled back')
    expect((await sql`select number from invoices`.execute(db)).rows).toEqual([{ number: 'INV-0001' }])
  })

  test('changes nothing in a transaction whose beginning failed', async () => {
    const { db, pool } = await openEmpty()
    await createInvoices(db)
    pool.once('acquire', (client) => {
      const query = client.query.bind(client)
      client.query = (() => {
        client.query = query
        return query('select 1 / 0')
      }) as typeof client.query
    })
    const transaction = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx).catch(() => undefined)
      await insertInvoice(tx, 'INV-0002')
    })
    await expect(transaction).rejects.toMatchObject({ code: '22012' })
    expect((await sql`select number from invoices`.execute(db)).rows).toEqual([{ number: 'INV-0001' }])
  })

  describe('a statement that nobody waits for', () => {
    const send = (tx: Db, number: string) =>
      sendWithoutWaiting(tx, sql`insert into invoices (number, cents) values (${number}, 1)`.compile(tx))

    test('belongs to its transaction', async () => {
      const { db } = await openEmpty()
      await createInvoices(db)
      await db.transaction().execute(async (tx) => {
        await send(tx, 'INV-0002')
        await send(tx, 'INV-0003')
      })
      const { rows } = await sql`select count(*) as count from invoices`.execute(db)
      expect(rows).toEqual([{ count: 3 }])
    })

    test('fails the commit', async () => {
      const { db } = await openEmpty()
      await createInvoices(db)
      const transaction = db.transaction().execute(async (tx) => {
        await send(tx, 'INV-0002')
        await send(tx, 'INV-0001')
      })
      await expect(transaction).rejects.toMatchObject({ code: '23505' })
      expect((await sql`select number from invoices`.execute(db)).rows).toEqual([{ number: 'INV-0001' }])
    })

    test('fails the next statement with its own error', async () => {
      const { db } = await openEmpty()
      await createInvoices(db)
      await db.transaction().execute(async (tx) => {
        const attempt = inSavepoint(tx, async () => {
          await send(tx, 'INV-0001')
          await sql`select 1`.execute(tx)
        })
        await expect(attempt).rejects.toMatchObject({ code: '23505' })
        await expect(inSavepoint(tx, () => send(tx, 'INV-0001'))).rejects.toMatchObject({ code: '23505' })
        await send(tx, 'INV-0002')
      })
      const { rows } = await sql`select number from invoices order by number`.execute(db)
      expect(rows).toEqual([{ number: 'INV-0001' }, { number: 'INV-0002' }])
    })

    test('is waited for outside a transaction', async () => {
      const { db } = await openEmpty()
      await createInvoices(db)
      await expect(send(db, 'INV-0001')).rejects.toMatchObject({ code: '23505' })
    })
  })

  test('serves many callers at once', async () => {
    const { pool } = await openEmpty()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, number) => {
        const { rows } = await pool.query<{ number: number }>('select $1::int as number', [number])
        return rows[0]?.number
      }),
    )
    expect(answers).toEqual(Array.from({ length: 50 }, (_, number) => number))
  })

  test('prepares a statement once per connection', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    await db.transaction().execute(async (tx) => {
      for (const number of ['INV-0001', 'INV-0002', 'INV-0003']) {
        await sql`select cents from invoices where number = ${number}`.execute(tx)
      }
      const { rows } = await sql`
        select generic_plans + custom_plans as times from pg_prepared_statements
        where statement like 'select cents%'`.execute(tx)
      expect(rows).toEqual([{ times: 3 }])
    })
  })

  test('plans marked statements each time', async () => {
    const { db } = await openEmpty()
    await db.transaction().execute(async (tx) => {
      await sql`${PLAN_EACH_TIME} select ${1}::int`.execute(tx)
      const { rows } = await sql`select from pg_prepared_statements where statement like '%planned%'`.execute(
        tx,
      )
      expect(rows).toEqual([])
    })
  })

  test('keeps plans where it is told to, and only there', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const read = async (tx: Db) => {
      await sql`select cents as kept from invoices where number = ${'INV-0001'}`.execute(tx)
      const { rows } = await sql`
        select generic_plans, custom_plans from pg_prepared_statements where statement like 'select cents as kept%'`.execute(
        tx,
      )
      return rows
    }
    expect(await withKeptPlans(db, read)).toEqual([{ generic_plans: 1, custom_plans: 0 }])
    expect(await db.transaction().execute(read)).toEqual([{ generic_plans: 1, custom_plans: 1 }])
  })

  test('reads all columns of a table to which another server adds one', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const read = async () =>
      (await sql<object>`select * from invoices where number = ${'INV-0001'}`.execute(db)).rows.map((row) =>
        Object.keys(row),
      )
    expect(await read()).toEqual([['number', 'cents']])
    await sql`alter table invoices add column note text`.execute(db)
    expect(await read()).toEqual([['number', 'cents', 'note']])
  })

  test('does not prepare statements of varying length', async () => {
    const { db } = await openEmpty()
    await db.transaction().execute(async (tx) => {
      for (let count = 1; count <= 1010; count += 1) {
        await sql`select ${count}::int as ${sql.id(`number_${count}`)}`.execute(tx)
      }
      await sql`select ${sql.join(Array.from({ length: 101 }, (_, value) => sql`${value}::int`))}`.execute(tx)
      const { rows } = await sql`select count(*)::int as kept from pg_prepared_statements`.execute(tx)
      expect(rows).toEqual([{ kept: 1000 }])
    })
  })

  test('carries large values both ways', async () => {
    const { pool } = await openEmpty()
    const large = 'é'.repeat(3_000_000)
    const { rows } = await pool.query<{ large: string }>('select $1::text as large', [large])
    expect(rows[0]?.large === large).toBe(true)
  })
})

test('a transaction whose connection is lost at its beginning gives its client back', {
  timeout: longTimeout,
}, async () => {
  const { db, pool } = await openForTest()
  pool.once('acquire', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof query>) => {
      client.connection.stream.destroy(new Error('cut'))
      return query(...args)
    }) as typeof client.query
  })
  await expect(db.transaction().execute(async () => 'never')).rejects.toThrow()
  expect(await db.transaction().execute(async () => 'served')).toBe('served')
})

test('a lost server ends neither the process nor the pool', { timeout: longTimeout }, async () => {
  const server = await startPostgresServer()
  try {
    const lines: Line[] = []
    const { pool, close } = await openForTest({ url: server.url('postgres'), log: recordLog(lines) })
    const inTransaction = await pool.connect()
    await inTransaction.query('begin')
    const lost = new Promise((resolve) => inTransaction.once('error', resolve))
    await pool.query('select 1')
    const idleLost = new Promise((resolve) => pool.once('error', resolve))
    server.kill()
    await Promise.all([lost, idleLost])
    inTransaction.release()
    await server.restart()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(lines.map(({ message }) => message)).toContain('an idle database connection was lost')
    await close()
  } finally {
    await server.stop()
  }
})

test('a query that gets no response loses its connection and affects no other', {
  timeout: longTimeout,
}, async () => {
  const server = await startPostgresServer()
  try {
    const { db, pool, close } = await openForTest({ url: server.url('postgres'), answerLimit: 200 })
    const slow = sql`select pg_sleep(600)`
    await expect(slow.execute(db)).rejects.toThrow()
    await expect(db.transaction().execute((tx) => slow.execute(tx))).rejects.toThrow()
    await sql`create table slow (id int)`.execute(db)
    await sql`create function sleep() returns trigger language plpgsql as
      'begin perform pg_sleep(600); return null; end'`.execute(db)
    await sql`create constraint trigger sleeps after insert on slow deferrable initially deferred
      for each row execute function sleep()`.execute(db)
    const committing = db.transaction().execute((tx) => sql`insert into slow values (1)`.execute(tx))
    await expect(committing).rejects.toThrow()
    expect(pool.totalCount - pool.idleCount).toBe(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => db.transaction().execute((tx) => sql`select 1 as one`.execute(tx))),
    )
    expect(answers.flatMap(({ rows }) => rows)).toEqual(Array(20).fill({ one: 1 }))
    await close()
  } finally {
    await server.stop()
  }
})

test('a server that is not there is named without its password', async () => {
  const opening = openForTest({ url: 'postgres://daybook:secret@127.0.0.1:1/daybook' })
  await expect(opening).rejects.toThrow(
    'The PostgreSQL server of DATABASE_URL (127.0.0.1:1/daybook) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  )
})
