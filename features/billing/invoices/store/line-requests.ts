import { sql } from 'kysely'
import type { LineRequest } from '#features/billing/line-requests/contract.ts'
import type { AsJson } from '#server/database/json.ts'

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

/** True if there are requests that the client has not decided on again. */
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
