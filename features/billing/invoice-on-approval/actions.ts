import type { RawBuilder } from 'kysely'
import { createInvoice } from '#features/billing/invoices/actions/creation.ts'
import { getInvoice } from '#features/billing/invoices/actions/invoice.ts'
import { InvoiceInput } from '#features/billing/invoices/contract/input.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { sendInvoice } from '#features/billing/sending/actions/sending.ts'
import { SendInput } from '#features/billing/sending/contract/sending.ts'
import type { DecidedDeliverable } from '#features/work/deliverables/actions/decisions.ts'
import { attempt, type Context } from '#server/context.ts'
import { type ApprovalProblem, MAX_PROBLEMS, type ProblemFilter } from './contract.ts'
import type { ApprovalOutcome } from './rules.ts'
import * as store from './store.ts'

const NOTHING: ApprovalOutcome = { invoice: null, problem: null }

/**
 * Makes the invoice for a fee that was just approved, if the project says so. Call it in the transaction of the approval, which
 * counts whatever comes of it.
 */
export async function invoiceApproval(
  tx: Context,
  { id, project, fee, is_billed }: DecidedDeliverable,
): Promise<ApprovalOutcome> {
  const { invoice_on_approval: wanted, client_id } = project
  if (wanted === 'off' || client_id === null || !fee || is_billed) return NOTHING
  const system: Context = { ...tx, actor: { type: 'system' } }
  const made = await attempt(system, () =>
    createInvoice(
      system,
      InvoiceInput.parse({
        client_id,
        project_id: project.id,
        issue_date: tx.today,
        bill: { deliverable_ids: [id] },
      }),
    ),
  )
  if ('refused' in made) {
    return conclude(tx, id, { invoice: null, problem: { kind: 'not_made', reason: made.refused } })
  }
  return conclude(
    tx,
    id,
    wanted === 'sent' ? await send(system, made.done) : { invoice: made.done, problem: null },
  )
}

/** Without mail, the client still sees it in the portal, which is where they are. */
async function send(system: Context, draft: Invoice): Promise<ApprovalOutcome> {
  const { id } = draft
  const { enabled } = system.services.mail
  const mailed = await attempt(system, () => sendInvoice(system, id, SendInput.parse({ mail: enabled })))
  if ('done' in mailed) return { invoice: mailed.done.invoice, problem: null }
  const shared = await attempt(system, () => sendInvoice(system, id, SendInput.parse({ mail: false })))
  if ('done' in shared) {
    return { invoice: shared.done.invoice, problem: { kind: 'not_mailed', reason: mailed.refused } }
  }
  return {
    invoice: await getInvoice(system, id),
    problem: { kind: 'not_sent', reason: shared.refused },
  }
}

async function conclude(
  { db, accountId, now }: Context,
  deliverableId: number,
  outcome: ApprovalOutcome,
): Promise<ApprovalOutcome> {
  const { invoice, problem } = outcome
  if (problem) {
    const found = { ...problem, invoice_id: invoice?.id ?? null, noticed_at: now }
    await store.putProblem(db, accountId, deliverableId, found)
  } else {
    await store.deleteProblem(db, accountId, deliverableId)
  }
  return outcome
}

export const listProblems = async (
  { db, accountId }: Context,
  filter: ProblemFilter,
): Promise<ApprovalProblem[]> => (await store.openProblems(accountId, filter, MAX_PROBLEMS).execute(db)).rows

/** As a part of a statement that reads more. */
export const openProblems = ({ accountId }: Context, limit: number): RawBuilder<ApprovalProblem> =>
  store.openProblems(accountId, {}, limit)
