import { dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import type { ClientActor, Context } from '#server/context.ts'
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
}

/** Records a decision with its subject and link. Call it in the transaction of the decision. */
export async function recordDecision(
  ctx: Context,
  { type, id, version, content }: Subject,
  decision: Verdict,
  feedback: string,
): Promise<void> {
  const { clientId, name, accessId } = visitorOf(ctx)
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
  })
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
