import { sql } from 'kysely'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import type { Db } from '#server/database/database.ts'
import type { AsJson } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ApprovedFile } from '../contract/invoice.ts'
import { detailsOf } from '../rules/details.ts'
import type { InvoiceSnapshot } from '../rules/differences.ts'
import { presentDetails, unfreeze } from './details.ts'
import { itsItems } from './items.ts'
import { fromJson, hasLineRequests, itsLineRequests } from './line-requests.ts'
import { itsPaidNotice } from './paid-notice.ts'
import { isFinalByProfile } from './sealing.ts'

/** The columns of an invoice in a list. */
export const SUMMARY_COLUMNS = [
  'id',
  'number',
  'invoice_number',
  'client_id',
  'client_name',
  'project_id',
  'project_name',
  'issue_date',
  'due_date',
  'service_from',
  'service_to',
  'tax_rate',
  'currency',
  'subtotal',
  'tax_amount',
  'total',
  'home_total',
  'amount_paid',
  'written_off',
  'credited',
  'balance',
  'notes',
  'status',
  'paid_on',
  'approval_status',
  'sealed_at',
  'scheduled_for',
  'schedule_problem',
  'version',
] as const

const INVOICE_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'number_year',
  'tax_category',
  'exchange_rate',
  'discount_percent',
  'discount_amount',
  'home_paid',
  'home_written_off',
  'home_credited',
  'overpaid',
] as const

const APPROVAL_COLUMNS = ['client_notes', 'approved_at', 'rejected_at', 'created_at', 'sent_at'] as const
export type StoredDecision = Decision & { content: InvoiceSnapshot }

/** Also in the same query, so that a decision is never compared with later items. */
const itsDecisions = sql<AsJson<StoredDecision>[]>`(
  select coalesce(json_agg(json_build_object(
    'decision', d.decision, 'feedback', d.feedback, 'client_name', d.client_name, 'address', d.address,
    'decided_at', d.decided_at, 'content', d.content, 'certificate', d.account_id || '.' || d.code,
    'file', case when d.file_sha256 is not null then json_build_object(
      'name', d.file_name, 'size', d.file_size, 'type', d.file_type, 'sha256', d.file_sha256) end,
    'is_file_pending', d.document is not null
  ) order by d.id desc), '[]')
  from decisions d
  where d.account_id = invoices.account_id and d.subject_type = 'invoice' and d.subject_id = invoices.id
)`.as('decisions')

/** Versions never change, so what an issued document cites stays. */
const itsApprovedFiles = sql<ApprovedFile[]>`(
  select coalesce(json_agg(json_build_object(
    'title', v.title, 'version', v.version, 'name', v.file_name, 'sha256', v.file_sha256
  ) order by item.position, item.id), '[]')
  from invoice_items item
  join deliverable_versions v on v.account_id = item.account_id and v.deliverable_id = item.work_ids[1]
    and v.version = item.deliverable_version
  where item.account_id = invoices.account_id and item.invoice_id = invoices.id and item.work_kind = 'deliverable'
    and v.file_sha256 is not null
)`.as('approved_files')

/** Not by `exists`, for which PostgreSQL may read the whole table. */
const hasCheckout = (state: 'open' | 'processing') => sql<boolean>`(
  select true from invoice_checkouts checkout
  where checkout.account_id = invoices.account_id and checkout.invoice_id = invoices.id
    and checkout.state = ${sql.lit(state)} limit 1
) is not null`

const PAYMENT_FACTS = [
  sql<boolean>`(
    select true from payments where payments.account_id = invoices.account_id and payments.invoice_id = invoices.id limit 1
  ) is not null`.as('has_payments'),
  hasCheckout('processing').as('payment_processing'),
] as const

/** Overpayments by the client on other invoices in the same currency. */
const itsClientCredit = sql<number>`(
  select coalesce(sum(other.overpaid), 0) from invoices other
  where other.account_id = invoices.account_id and other.client_id = invoices.client_id
    and other.currency = invoices.currency and other.overpaid > 0 and other.id <> invoices.id
)`.as('client_credit')

export async function findInvoice(db: Db, accountId: AccountId, id: number) {
  const invoice = await db
    .selectFrom('invoices')
    .select([
      ...INVOICE_COLUMNS,
      ...APPROVAL_COLUMNS,
      'reminders_enabled',
      'scheduled_mail',
      'recurring_invoice_id',
      'frozen_details',
      'logo_id',
      'sent_content',
      'was_issued',
      presentDetails,
      itsItems,
      itsDecisions,
      itsApprovedFiles,
      itsLineRequests,
      ...PAYMENT_FACTS,
      itsClientCredit,
      itsPaidNotice,
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    invoice && {
      ...invoice,
      paid_notice: invoice.paid_notice && {
        ...invoice.paid_notice,
        created_at: new Date(invoice.paid_notice.created_at),
      },
      details: invoice.present_details ? detailsOf(invoice.present_details) : unfreeze(invoice),
      line_requests: invoice.line_requests.map(fromJson),
      decisions: invoice.decisions.map(
        (decision): StoredDecision => ({ ...decision, decided_at: new Date(decision.decided_at) }),
      ),
    }
  )
}

/** Contested invoices. The payable amount depends on lines, requests and the last decision, not on the balance alone. */
export async function listContested(db: Db, accountId: AccountId, ids: readonly number[]) {
  const invoices = await db
    .selectFrom('invoices')
    .select([
      'id',
      'approval_status',
      'currency',
      'subtotal',
      'discount_percent',
      'discount_amount',
      'tax_rate',
      'total',
      'amount_paid',
      'balance',
      itsItems,
      itsLineRequests,
      sql<InvoiceSnapshot | null>`(
        select d.content from decisions d
        where d.account_id = invoices.account_id and d.subject_type = 'invoice' and d.subject_id = invoices.id
        order by d.id desc limit 1
      )`.as('decided'),
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return invoices.map((invoice) => ({ ...invoice, line_requests: invoice.line_requests.map(fromJson) }))
}

/** Locks the invoice until the transaction ends. */
export const lockInvoice = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('invoices')
    .select([
      ...INVOICE_COLUMNS,
      'prefix',
      ...PAYMENT_FACTS,
      hasCheckout('open').as('has_open_checkout'),
      'sent_at',
      'was_issued',
      'cancelled_on',
      'reminders_enabled',
      isFinalByProfile,
      hasLineRequests,
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
