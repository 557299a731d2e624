import type { DocumentLine } from '#core/document-lines.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { LineAnswer } from './contract.ts'

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
