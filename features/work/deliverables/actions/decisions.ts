import type { EnteredMoney, MinorUnits } from '#core/money.ts'
import { truncateName } from '#core/text.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { recordDecision, refuseSecondDecision } from '#features/engagement/approvals/actions/decisions.ts'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { certificatePath } from '#features/engagement/approvals/rules/decisions.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { getOwnDetails } from '#features/engagement/contacts/actions/own-details.ts'
import {
  mailClient,
  mailFreelancer,
  type Recipient,
  requireMailable,
} from '#features/engagement/notifications/actions/mails.ts'
import { addUnread } from '#features/engagement/notifications/actions/unread.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import type { ProjectToWorkOn } from '#features/engagement/projects/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { attempt, type Context, visitorOf } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { approvalReceipt } from '../document.ts'
import * as store from '../store.ts'
import { feeIn, lockDeliverable, notFound } from './deliverables.ts'

/** The subject and author of a decision. */
export interface DecidedDeliverable {
  id: number
  title: string
  version: number
  file: FileInfo | null
  verdict: Verdict
  feedback: string
  certificate: string
  project: ProjectToWorkOn
  fee: MinorUnits | null
  is_billed: boolean
}

interface DecisionInput {
  feedback: string
  version?: number | undefined
  fee?: EnteredMoney | null | undefined
}

/** The client's decision on the newest version. The caller has checked that the client may see the project. */
export async function decideOnDeliverable(
  tx: Context,
  projectId: number,
  id: number,
  verdict: Verdict,
  { feedback, ...seen }: DecisionInput,
): Promise<DecidedDeliverable> {
  const { deliverable, project, lastClient } = await lockDeliverable(tx, projectId, id)
  const [last] = deliverable.versions
  const visitor = visitorOf(tx)
  const isTheirs = lastClient === visitor.clientId && project.client_id === visitor.clientId
  if (!last || !isTheirs) notFound()
  if (seen.version !== undefined && seen.version !== last.version) {
    throw new Conflict('There is a newer version. Please review it first.', {
      code: 'version_conflict',
    })
  }
  if (last.decision) refuseSecondDecision(tx, last.decision)
  const { fee, currency, is_billed } = deliverable
  if (seen.fee !== undefined && feeIn(seen.fee, currency) !== fee) {
    throw new Conflict('The fee was changed while you were reading. Please review it again.', {
      code: 'version_conflict',
    })
  }
  const { decision, ...content } = last
  const certificate = await recordDecision(
    tx,
    {
      type: 'deliverable',
      id,
      version: last.version,
      content: { ...content, project_name: project.name, fee, currency },
      file: last.file,
    },
    verdict,
    feedback,
  )
  await store.setStatus(tx.db, tx.accountId, id, verdict)
  await addUnread(tx, { client_id: visitor.clientId, project_id: project.id, deliverable_id: id })
  await recordActivity(tx, {
    type: verdict === 'approved' ? 'deliverable.approved' : 'deliverable.changes_requested',
    deliverable: { ...last, id },
    project,
    client: { id: visitor.clientId, name: visitor.name },
  })
  const { title, version, file } = last
  return { id, title, version, file, verdict, feedback, certificate, project, fee, is_billed }
}

/** Tells the freelancer about a decision, and what followed from it. */
export async function mailDecision(
  tx: Context,
  { title, version, project, verdict, feedback, certificate }: DecidedDeliverable,
  consequences: string[],
): Promise<void> {
  const { name } = visitorOf(tx)
  const decided = verdict === 'approved' ? 'approved' : 'requested changes to'
  await mailFreelancer(tx, {
    subject: `${truncateName(name)} ${decided} ${truncateName(title)}`,
    heading: verdict === 'approved' ? 'Deliverable approved' : 'Changes requested',
    paragraphs: [
      `${name} ${decided} “${title}” (version ${version}) for ${project.name}.`,
      ...(feedback ? [`“${feedback}”`] : []),
      ...consequences,
    ],
    button: { label: 'Open the project', path: `/projects/${project.id}?tab=deliverables` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  })
}

/** Confirms an approval to who approved, if that is possible. The portal shows it in any case. */
export async function mailApprovalReceipt(tx: Context, approved: DecidedDeliverable): Promise<void> {
  const receipt = await attempt(tx, async () => {
    const { contactId, ...recipient } = await approverToMail(tx)
    if (recipient.email === '' || !tx.services.mail.enabled) return
    requireMailable(tx, recipient, '')
    const link = await linkForMail(tx, recipient.id, contactId)
    await mailClient(tx, recipient, {
      ...approvalReceipt(tx, approved, new URL(link).pathname),
      waits: true,
    })
  })
  if ('refused' in receipt) tx.log.warn({ reason: receipt.refused }, 'receipt of an approval not mailed')
}

/** The contact who approved; the client, if that contact has no address. */
async function approverToMail(tx: Context): Promise<Recipient & { contactId: number | null }> {
  const { clientId, contactId } = visitorOf(tx)
  const { name, email } = await getOwnDetails(tx)
  if (contactId !== null && email !== '') return { id: clientId, name, email, contactId }
  return { ...(await getClient(tx, clientId)), contactId: null }
}
