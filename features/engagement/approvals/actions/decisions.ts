import { z } from 'zod'
import { dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { newToken } from '#server/crypto/tokens.ts'
import { Conflict } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { declareJob } from '#server/jobs/job.ts'
import type { Decision, Verdict } from '../contract/decisions.ts'
import * as store from '../store/decisions.ts'
import type { SubjectType } from '../table.ts'

interface Subject {
  type: SubjectType
  id: number
  version: number | null
  content: object
  file: FileInfo | null
  /** Rendered as the file of the decision by a job, which calls `keepDecidedFile`. */
  document?: object
}

/** Renders the document of a decision. */
export const renderDecidedInvoice = declareJob({
  name: 'render-decided-invoice',
  data: z.object({ decisionId: z.int() }),
})

/** Records a decision with its subject and link, in the transaction of the decision. Returns the code of its certificate. */
export async function recordDecision(
  ctx: Context,
  { type, id, version, content, file, document }: Subject,
  decision: Verdict,
  feedback: string,
): Promise<string> {
  const { clientId, clientName, contactId, name, accessId, accessCreatedAt } = visitorOf(ctx)
  const code = newToken()
  const decisionId = await store.insertDecision(ctx.db, ctx.accountId, {
    subject_type: type,
    subject_id: id,
    version,
    client_id: clientId,
    client_name: name,
    portal_access_id: accessId,
    decision,
    feedback,
    content: JSON.stringify(content),
    decided_at: ctx.now,
    code,
    business_name: (await businessOf(ctx)).name,
    on_behalf_of: contactId === null ? null : clientName,
    address: ctx.address,
    link_created_at: accessCreatedAt,
    file_sha256: file?.sha256 ?? null,
    file_name: file?.name ?? null,
    file_size: file?.size ?? null,
    file_type: file?.type ?? null,
    document: document ? JSON.stringify(document) : null,
  })
  if (document) await enqueue(ctx, renderDecidedInvoice, { decisionId })
  return `${ctx.accountId}.${code}`
}

/** The document of a decision was rendered as this stored file. */
export const keepDecidedFile = (
  ctx: Context,
  decisionId: number,
  file: FileInfo & ReceivedFile,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await claimFile(tx, file)
    await store.setFile(tx.db, tx.accountId, decisionId, file)
  })

/** A decision is made once: the error says what was decided, and when. */
export function refuseSecondDecision(
  { timeZone }: Context,
  { decision, decided_at }: Pick<Decision, 'decision' | 'decided_at'>,
): never {
  const day = formatDate(dateIn(timeZone, decided_at))
  const message =
    decision === 'approved'
      ? `This was already approved on ${day}`
      : `Changes were already requested on ${day}`
  throw new Conflict(message, {
    code: 'already_decided',
    decision: { status: decision, decided_at: decided_at.toISOString() },
  })
}
