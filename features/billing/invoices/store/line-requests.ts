import { sql } from 'kysely'
import type { DocumentLine } from '#core/document-lines.ts'
import type { Db } from '#server/database/database.ts'
import type { AsJson } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { LineAnswer, LineRequest } from '../contract/line-requests.ts'

/** In the same query as the invoice, so that requests and items agree. */
export const itsLineRequests = sql<AsJson<LineRequest>[]>`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'item_id', r.item_id, 'line', r.line, 'note', r.note, 'client_name', r.client_name,
    'requested_at', r.requested_at, 'answer', r.answer, 'answer_text', r.answer_text,
    'answered_at', r.answered_at, 'closed_at', r.closed_at
  ) order by r.id), '[]')
  from line_requests r
  where r.account_id = invoices.account_id and r.invoice_id = invoices.id
)`.as('line_requests')

/** Whether there are any that the client has not decided on again. */
export const hasLineRequests = sql<boolean>`(
  select true from line_requests r
  where r.account_id = invoices.account_id and r.invoice_id = invoices.id and r.closed_at is null limit 1
) is not null`.as('has_line_requests')

export const fromJson = (request: AsJson<LineRequest>): LineRequest => ({
  ...request,
  requested_at: new Date(request.requested_at),
  answered_at: request.answered_at === null ? null : new Date(request.answered_at),
  closed_at: request.closed_at === null ? null : new Date(request.closed_at),
})

interface NewLineRequest {
  item_id: number
  line: DocumentLine
  note: string
}

export async function insertLineRequests(
  db: Db,
  accountId: AccountId,
  { invoiceId, clientName, at }: { invoiceId: number; clientName: string; at: Date },
  requests: NewLineRequest[],
): Promise<void> {
  if (requests.length === 0) return
  await db
    .insertInto('line_requests')
    .values(
      requests.map(({ item_id, line, note }) => ({
        account_id: accountId,
        invoice_id: invoiceId,
        item_id,
        line: JSON.stringify(line),
        note,
        client_name: clientName,
        requested_at: at,
      })),
    )
    .execute()
}

/** Closes those that are not closed yet. */
export async function closeLineRequests(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable('line_requests')
    .set({ closed_at: at })
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('closed_at', 'is', null)
    .execute()
}

export async function setAnswer(
  db: Db,
  accountId: AccountId,
  id: number,
  answer: { answer: LineAnswer; answer_text: string; answered_at: Date } | null,
): Promise<void> {
  await db
    .updateTable('line_requests')
    .set(answer ?? { answer: null, answer_text: '', answered_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
