import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict } from '#server/errors.ts'
import { withoutKeys } from '#server/http/secret-address.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'

const Key = z.string().min(1).max(255)

const KEPT_MILLISECONDS = 7 * 86_400_000
const BATCH = 5_000

/**
 * Answers a repeated creation with the first result. The key is inserted in the transaction of the creation: a second
 * request with it waits for the first, and a crash keeps both or neither.
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

  return inTransaction(ctx, async (tx) => {
    const taken = await sql`
      insert into idempotency_keys (account_id, key, fingerprint, path, created_at)
      values (${ctx.accountId}, ${key.data}, ${fingerprint}, ${pathOf(request)}, ${ctx.now})
      on conflict do nothing`.execute(tx.db)
    if (taken.numAffectedRows === 0n) return firstResult<Result>(tx, key.data, fingerprint, response)

    const result = await run(tx)
    await sql`
      update idempotency_keys set response = ${JSON.stringify(z.encode(response, result))}
      where account_id = ${ctx.accountId} and key = ${key.data}`.execute(tx.db)
    return result
  })
}

/** Without the token of a portal link: rows are read by anyone who gets hold of a dump. */
const pathOf = (request: FastifyRequest): string => withoutKeys(request).split('?')[0] ?? ''

async function firstResult<Result>(
  ctx: Context,
  key: string,
  fingerprint: string,
  response: z.ZodType,
): Promise<Result> {
  const found = await sql<{ fingerprint: string; response: unknown }>`
    select fingerprint, response from idempotency_keys
    where account_id = ${ctx.accountId} and key = ${key}`.execute(ctx.db)
  const first = found.rows[0]
  if (first?.fingerprint === ERASED) throw new Conflict('What this request created has since been removed')
  if (first?.fingerprint !== fingerprint) {
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
