import { dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { businessOf } from '#features/account/actions.ts'
import type { ClientActor, Context } from '#server/context.ts'
import { newToken } from '#server/crypto/tokens.ts'
import { Conflict } from '#server/errors.ts'
import type { Decision, Verdict } from './contract.ts'
import * as store from './store.ts'
import type { SubjectType } from './table.ts'

/** The client whose portal link is in use. Only clients decide. */
export function visitorOf({ actor }: Context): ClientActor {
  if (actor.type !== 'client') throw new Error('only a client decides')
  return actor
}

interface Subject {
  type: SubjectType
  id: number
  version: number | null
  content: object
  file: FileInfo | null
}

/** Records a decision with its subject and link. Call it in the transaction of the decision. Returns the code of its certificate. */
export async function recordDecision(
  ctx: Context,
  { type, id, version, content, file }: Subject,
  decision: Verdict,
  feedback: string,
): Promise<string> {
  const { clientId, clientName, contactId, name, accessId, accessCreatedAt } = visitorOf(ctx)
  const code = newToken()
  await store.insertDecision(ctx.db, ctx.accountId, {
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
  })
  return `${ctx.accountId}.${code}`
}

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
