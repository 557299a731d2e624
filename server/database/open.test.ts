import { eq, sql } from 'drizzle-orm'
import { bigint, date, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { startPostgresServer } from '#tests/postgres-server.ts'
import type { Db } from './database.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { type Line, openForTest, patience, recordLog } from './fixtures/scratch.ts'
import { PLAN_EACH_TIME } from './session.ts'

startBothKinds()

const invoices = pgTable('invoices', {
  number: text().primaryKey(),
  cents: bigint({ mode: 'number' }).notNull(),
  dueOn: date().notNull(),
  sentAt: timestamp({ withTimezone: true }).notNull(),
})

const invoice = {
  number: 'INV-0001',
  cents: 123_456_789_012,
  dueOn: '2026-12-31',
  sentAt: new Date('2026-11-15T10:00:00.123Z'),
}

async function createInvoices(db: Db) {
  await db.execute(sql`
    create table invoices
      (number text primary key, cents bigint not null, "dueOn" date not null, "sentAt" timestamptz not null)`)
  await db.insert(invoices).values(invoice)
}

describe.each(kinds)('the $kind database', { timeout: patience }, ({ kind, openEmpty }) => {
  test('says what it is', async () => {
    expect((await openEmpty()).kind).toBe(kind)
  })

  test('gives typed rows', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    expect(await db.select().from(invoices)).toEqual([invoice])
  })

  test('gives the documented types in raw rows', async () => {
    const { pool } = await openEmpty()
    const { rows } = await pool.query(`
      select 9007199254740993::int8 as int8, 1.10::numeric as numeric, date '2026-12-31' as date, 7 as int4,
        timestamptz '2026-11-15T10:00:00Z' as timestamptz, '{"a":1}'::jsonb as json, now()::text ~ '\\+00$' as utc`)
    expect(rows).toEqual([
      {
        int8: '9007199254740993',
        numeric: '1.10',
        date: '2026-12-31',
        int4: 7,
        timestamptz: new Date('2026-11-15T10:00:00Z'),
        json: { a: 1 },
        utc: true,
      },
    ])
  })

  test('rolls a failed transaction back and is fit for the next', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const duplicate = db.transaction(async (tx) => {
      await tx.insert(invoices).values({ ...invoice, number: 'INV-0002' })
      await tx.insert(invoices).values(invoice)
    })
    await expect(duplicate).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await db.$count(invoices)).toBe(1)
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

  test('reads a statement once for a connection, whatever its values', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    await db.transaction(async (tx) => {
      for (const number of ['INV-0001', 'INV-0002', 'INV-0003']) {
        await tx.select().from(invoices).where(eq(invoices.number, number))
      }
      const { rows } = await tx.execute(sql`
        select generic_plans + custom_plans as times from pg_prepared_statements
        where statement like 'select "number"%'`)
      expect(rows).toEqual([{ times: '3' }])
    })
  })

  test('reads the same statement under whatever names, and into whatever kinds it is asked for', async () => {
    const { db } = await openEmpty()
    await createInvoices(db)
    const ofNumber = eq(invoices.number, invoice.number)
    for (let time = 1; time <= 2; time += 1) {
      expect(await db.select({ cents: invoices.cents }).from(invoices).where(ofNumber)).toEqual([
        { cents: invoice.cents },
      ])
      expect(await db.select({ amount: invoices.cents }).from(invoices).where(ofNumber)).toEqual([
        { amount: invoice.cents },
      ])
      const words = sql`"cents"`.mapWith((cents) => `${cents} cents`)
      expect(await db.select({ cents: words }).from(invoices).where(ofNumber)).toEqual([
        { cents: `${invoice.cents} cents` },
      ])
    }
  })

  test('plans a statement each time that says so', async () => {
    const { db } = await openEmpty()
    await db.transaction(async (tx) => {
      await tx.execute(sql`${PLAN_EACH_TIME} select ${1}::int`)
      const { rows } = await tx.execute(
        sql`select from pg_prepared_statements where statement like '%planned%'`,
      )
      expect(rows).toEqual([])
    })
  })

  test('does not keep statements of ever another length', async () => {
    const { db } = await openEmpty()
    await db.transaction(async (tx) => {
      for (let length = 1; length <= 310; length += 1) {
        const values = Array.from({ length }, (_, value) => sql`${value}::int`)
        await tx.execute(sql`select ${sql.join(values, sql`, `)}`)
      }
      const { rows } = await tx.execute(sql`select count(*)::int as kept from pg_prepared_statements`)
      expect(rows).toEqual([{ kept: 300 }])
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
  timeout: patience,
}, async () => {
  const { db, pool } = await openForTest()
  pool.once('acquire', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof query>) => {
      client.connection.stream.destroy(new Error('cut'))
      return query(...args)
    }) as typeof client.query
  })
  await expect(db.transaction(async () => 'never')).rejects.toThrow()
  expect(await db.transaction(async () => 'served')).toBe('served')
})

test('a lost server ends neither the process nor the pool', { timeout: patience }, async () => {
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

test('a query that nobody answers costs its connection and nobody else anything', {
  timeout: patience,
}, async () => {
  const server = await startPostgresServer()
  try {
    const { db, pool, close } = await openForTest({ url: server.url('postgres'), answerLimit: 200 })
    const slow = sql`select pg_sleep(600)`
    await expect(db.execute(slow)).rejects.toThrow()
    await expect(db.transaction((tx) => tx.execute(slow))).rejects.toThrow()
    await db.execute(sql`create table slow (id int)`)
    await db.execute(sql`create function sleep() returns trigger language plpgsql as
      'begin perform pg_sleep(600); return null; end'`)
    await db.execute(sql`create constraint trigger sleeps after insert on slow deferrable initially deferred
      for each row execute function sleep()`)
    const committing = db.transaction((tx) => tx.execute(sql`insert into slow values (1)`))
    await expect(committing).rejects.toThrow()
    expect(pool.totalCount - pool.idleCount).toBe(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => db.transaction((tx) => tx.execute(sql`select 1 as one`))),
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
