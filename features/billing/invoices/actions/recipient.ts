import { billsWork } from '#features/billing/billable-work/actions.ts'
import { getActiveClient, getClient, requireClient } from '#features/engagement/clients/actions.ts'
import { findProjectToWorkOn, requireProject } from '#features/engagement/projects/actions.ts'
import { attributeToClient } from '#features/foundation/activity/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { InvoiceChange } from '../contract/input.ts'
import { isBeingRevised } from '../rules/approval.ts'
import { dueAfter } from '../rules/period.ts'
import { setRecipient } from '../store/changes.ts'
import { amountsOf } from '../store/items.ts'
import { forgetScheduledMail } from '../store/schedule.ts'
import { type LockedInvoice, refuse } from './invoice.ts'

/** The client and the project of an invoice, which belong together. */
export async function requireRecipient(tx: Context, clientId: number, projectId: number | null) {
  const client = await requireClient(tx, clientId)
  const project = projectId === null ? null : await requireProject(tx, projectId)
  if (project && project.client_id !== null && project.client_id !== client.id) {
    refuse('project_id', 'This project belongs to another client')
  }
  return { client, project }
}

/** The client that an invoice is mailed to. */
export async function findRecipient(tx: Context, clientId: number) {
  try {
    return await getActiveClient(tx, clientId)
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict('The client of this invoice is archived, so it cannot be sent')
    throw error
  }
}

type NewRecipient = Awaited<ReturnType<typeof requireRecipient>>

/**
 * Makes a draft out to another client or project, if the change says so. Returns the draft, and the change together with what
 * follows from it: the due date of the new terms, and for a draft without items the new currency.
 */
export async function changeRecipient(
  tx: Context,
  before: LockedInvoice,
  change: InvoiceChange,
): Promise<{ draft: LockedInvoice; change: InvoiceChange }> {
  const recipient = await newRecipient(tx, before, change)
  if (!recipient) return { draft: before, change }
  requireChangeable(before, recipient)
  if (recipient.client.id !== before.client_id) await requireNoWork(tx, before)
  const { client, project } = recipient
  const { prefix, number } = before
  await setRecipient(tx.db, tx.accountId, before.id, { prefix, number, client, project })
  if (client.id !== before.client_id) {
    await attributeToClient(tx, before.id, before.client_id)
    await forgetScheduledMail(tx.db, tx.accountId, before.id)
  }
  return {
    draft: {
      ...before,
      client_id: client.id,
      client_name: client.name,
      project_id: project?.id ?? null,
      project_name: project?.name ?? null,
    },
    change: {
      ...change,
      currency: change.currency ?? (await currencyFor(tx, before, recipient)),
      due_date:
        change.due_date === undefined ? await dueDateFor(tx, before, recipient, change) : change.due_date,
    },
  }
}

/** Null if both stay as they are. A project of another client does not stay. */
async function newRecipient(
  tx: Context,
  { client_id, project_id }: LockedInvoice,
  change: InvoiceChange,
): Promise<NewRecipient | null> {
  const clientId = change.client_id ?? client_id
  const projectId = change.project_id === undefined ? project_id : change.project_id
  if (clientId === client_id && projectId === project_id) return null
  const staysFor = change.project_id === undefined && projectId !== null
  const project = staysFor ? await findProjectToWorkOn(tx, projectId) : null
  const isForeign = project && project.client_id !== null && project.client_id !== clientId
  return requireRecipient(tx, clientId, isForeign ? null : projectId)
}

/** Refuses to make out an invoice to another client once a client has received it. */
function requireChangeable(before: LockedInvoice, { client }: NewRecipient): void {
  if (before.status !== 'draft') {
    throw new Conflict('The client and project of an invoice cannot change once it left draft')
  }
  if (client.id !== before.client_id && isBeingRevised(before)) {
    throw new Conflict(`This invoice was already sent to ${before.client_name}`, {
      details: 'Cancel it, and create another for the new client.',
    })
  }
}

async function requireNoWork(tx: Context, before: LockedInvoice): Promise<void> {
  if (!(await billsWork(tx, before.id))) return
  throw new Conflict(`This invoice bills work for ${before.client_name}`, {
    details: 'Remove those items first, or create another invoice for the new client.',
  })
}

/** Items keep the currency that they are priced in. */
async function currencyFor(tx: Context, before: LockedInvoice, { client, project }: NewRecipient) {
  const amounts = await amountsOf(tx.db, tx.accountId, before.id)
  return amounts.length > 0 ? before.currency : (project?.currency ?? client.currency)
}

/** A due date that the freelancer chose stays. */
async function dueDateFor(
  tx: Context,
  before: LockedInvoice,
  { client }: NewRecipient,
  { issue_date = before.issue_date }: InvoiceChange,
) {
  const [former, profile] = [await getClient(tx, before.client_id), await profileOf(tx)]
  const byTerms = (day: string, { payment_terms_days }: { payment_terms_days: number | null }) =>
    dueAfter(day, payment_terms_days ?? profile.payment_terms_days)
  const isChosen = before.due_date !== byTerms(before.issue_date, former)
  return isChosen ? before.due_date : byTerms(issue_date, client)
}
