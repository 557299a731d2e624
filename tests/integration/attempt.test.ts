import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { attempt } from '#server/context.ts'
import { type Db, inTransaction } from '#server/database/database.ts'
import { BadInput } from '#server/errors.ts'
import { createLog } from '#server/observability/logging.ts'
import { sharedApp } from '#tests/app.ts'

const log = createLog({ logLevel: 'silent' })

async function attemptIn(run: (db: Db) => Promise<unknown>) {
  const { database } = await sharedApp()
  return inTransaction(database.db, async (db) => {
    const came = await attempt({ db, log }, () => run(db))
    await sql`select 1`.execute(db)
    return came
  })
}
const failWith = (code: string) => (db: Db) =>
  sql.raw(`do $$ begin raise exception 'failed' using errcode = '${code}'; end $$`).execute(db)

test('what is refused or broken is undone alone', async () => {
  const refused = () => Promise.reject(new BadInput('Not today.'))
  expect(await attemptIn(refused)).toEqual({ refused: 'Not today.' })
  expect(await attemptIn(failWith('23514'))).toEqual({ refused: 'Something went wrong in Daybook.' })
})

test('what may succeed when repeated fails as a whole', async () => {
  await expect(attemptIn(failWith('40P01'))).rejects.toMatchObject({ code: '40P01' })
})
