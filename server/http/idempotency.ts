import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, inTransaction } from '#server/context.ts'
import { sendWithoutWaiting } from '#server/database/driver.ts'
import { BadInput, Conflict } from '#server/errors.ts'
import { withoutKeys } from '#server/http/secret-address.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'

const Key = z.string().min(1).max(255)

const KEPT_MILLISECONDS = 7 * 86_400_000
const BATCH = 5_000

/**
 * Answers a repeated creation with the first result, which is stored in the transaction of the creation: of two requests at
 * once the later one is undone, and a crash keeps both or neither.
 */
export async function once<Result>(
  ctx: Context,
  request: FastifyRequest,
  response: z.ZodType,
  run: (ctx: Context) => Promise<Result>,
  /** The content of the request besides its address. */
  content: unknown = request.body,
): Promise<Result> {
  const header = request.headers['idempotency-key']
  if (header === undefined) return run(ctx)
  const key = Key.safeParse(header)
  if (!key.success) throw new BadInput('Idempotency-Key must have 1 to 255 characters')

  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, content]))
    .digest('hex')

  try {
    return await inTransaction(ctx, async (tx) => {
      const result = await run(tx)
      const stored = JSON.stringify(z.encode(response, result))
      const insert = sql`
        insert into idempotency_keys (account_id, key, fingerprint, path, created_at, response)
        values (${ctx.accountId}, ${key.data}, ${fingerprint}, ${pathOf(request)}, ${ctx.now}, ${stored})`
      await sendWithoutWaiting(tx.db, insert.compile(tx.db))
      return result
    })
  } catch (error) {
    // A repeated creation fails because its key is there, or before, as where a limit has been reached by now.
    const first = await findFirst(ctx, key.data)
    if (first) return resultOf(first, fingerprint, response)
    throw error
  }
}

/** Without the token of a portal link: rows are read by anyone who gets hold of a dump. */
const pathOf = (request: FastifyRequest): string => withoutKeys(request).split('?')[0] ?? ''

interface FirstAnswer {
  fingerprint: string
  response: unknown
}

async function findFirst({ db, accountId }: Context, key: string): Promise<FirstAnswer | undefined> {
  const { rows } = await sql<FirstAnswer>`
    select fingerprint, response from idempotency_keys
    where account_id = ${accountId} and key = ${key}`.execute(db)
  return rows[0]
}

function resultOf<Result>(first: FirstAnswer, fingerprint: string, response: z.ZodType): Result {
  if (first.fingerprint === ERASED) throw new Conflict('What this request created has since been removed')
  if (first.fingerprint !== fingerprint) {
    throw new Conflict('This Idempotency-Key was already used for a different request', {
      code: 'idempotency_key_reused',
    })
  }
  return z.decode(response, first.response) as Result
}

const ERASED = 'forgotten'

interface ErasedRecord {
  /** The path at which such records are created; its own calls are below it. */
  path: string
  id: number
  /** The field by which other records name it. */
  reference: string
}

/** Erases a removed record from stored responses. The keys stay, so that nothing is created again. */
export async function eraseResponses(
  { db, accountId }: Context,
  { path, id, reference }: ErasedRecord,
): Promise<void> {
  await sql`
    update idempotency_keys set response = '{}', fingerprint = ${ERASED}
    where account_id = ${accountId} and (
      rtrim(path, '/') = ${path} and response->>'id' = ${String(id)}
      or path like ${`${path}/${id}/%`}
      or response->>${reference} = ${String(id)}
    )`.execute(db)
}

/** In batches, so that no statement takes long. */
export const deleteOldKeys = defineScheduledJob({
  name: 'forget-idempotency-keys',
  schedule: '41 * * * *',
  run: async ({ db, now }) => {
    const oldest = new Date(now.getTime() - KEPT_MILLISECONDS)
    for (let deleted = BATCH; deleted === BATCH; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from idempotency_keys where (account_id, key) in (
          select account_id, key from idempotency_keys where created_at < ${oldest} limit ${BATCH})`.execute(
        db,
      )
      deleted = Number(numAffectedRows)
    }
  },
})
