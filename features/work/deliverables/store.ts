import { sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import type { Db } from '#server/database/database.ts'
import type { AsJson } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DeliverableInput, DeliverableStatus } from './contract.ts'

export interface StoredVersion {
  version: number
  client_id: number
  title: string
  description: string
  link_url: string | null
  file: FileInfo | null
  submitted_at: Date
  decision: Decision | null
  /** The fee when the client approved it. */
  approved_fee: MinorUnits | null
}

const fileOf = (name: string) => {
  const row = sql.table(name)
  return sql<FileInfo | null>`case when ${row}.file_sha256 is not null then json_build_object(
    'name', ${row}.file_name, 'size', ${row}.file_size, 'type', ${row}.file_type, 'sha256', ${row}.file_sha256
  ) end`
}

/** In the same query as the deliverable, so that its status and the decisions agree. */
const itsVersions = sql<AsJson<StoredVersion>[]>`(
  select coalesce(json_agg(json_build_object(
    'version', v.version, 'client_id', v.client_id, 'title', v.title, 'description', v.description,
    'link_url', v.link_url, 'file', ${fileOf('v')}, 'submitted_at', v.submitted_at,
    'decision', case when d.id is not null then json_build_object(
      'decision', d.decision, 'feedback', d.feedback, 'decided_at', d.decided_at, 'client_name', d.client_name,
      'address', d.address,
      'certificate', d.account_id || '.' || d.code, 'file', ${fileOf('d')}, 'is_file_pending', d.document is not null
    ) end,
    'approved_fee', case when d.decision = 'approved' then (d.content ->> 'fee')::bigint end
  ) order by v.version desc), '[]')
  from deliverable_versions v
  left join decisions d
    on d.account_id = v.account_id and d.subject_type = 'deliverable' and d.subject_id = v.deliverable_id
    and d.version = v.version
  where v.account_id = deliverables.account_id and v.deliverable_id = deliverables.id
)`.as('versions')

/** The invoice that bills its fee. */
const itsInvoice = sql<BillingStatus['invoice']>`case when deliverables.invoice_item_id is not null then (
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = deliverables.account_id and item.id = deliverables.invoice_item_id
) end`.as('invoice')

const itsCurrency = sql<Currency>`(
  select currency from projects p where p.account_id = deliverables.account_id and p.id = deliverables.project_id
)`.as('currency')

const DELIVERABLE_COLUMNS = [
  'id',
  'project_id',
  'title',
  'description',
  'link_url',
  fileOf('deliverables').as('file'),
  'status',
  'version',
  itsVersions,
  itsCurrency,
  'fee',
  'is_billed',
  itsInvoice,
] as const

const readVersions = (versions: AsJson<StoredVersion>[]): StoredVersion[] =>
  versions.map(({ submitted_at, decision, ...version }) => ({
    ...version,
    submitted_at: new Date(submitted_at),
    decision: decision && { ...decision, decided_at: new Date(decision.decided_at) },
  }))

export type StoredDeliverable = Awaited<ReturnType<typeof listDeliverables>>[number]

export async function listDeliverables(db: Db, accountId: AccountId, projectId: number) {
  const rows = await db
    .selectFrom('deliverables')
    .select(DELIVERABLE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, versions: readVersions(row.versions) }))
}

export async function findDeliverable(db: Db, accountId: AccountId, id: number) {
  const row = await db
    .selectFrom('deliverables')
    .select(DELIVERABLE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, versions: readVersions(row.versions) }
}

/** Locks the deliverable until the transaction ends: against changes, submissions and decisions. */
export async function lockDeliverable(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db
    .selectFrom('deliverables')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Keeps a version from being deleted until the transaction ends. Its deliverable is locked, which is deleted first. */
export const shareLockVersion = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
  version: number,
) =>
  db
    .selectFrom('deliverable_versions as v')
    .innerJoin('deliverables as d', (join) =>
      join.onRef('d.account_id', '=', 'v.account_id').onRef('d.id', '=', 'v.deliverable_id'),
    )
    .select('v.client_id')
    .where('v.account_id', '=', accountId)
    .where('v.deliverable_id', '=', id)
    .where('v.version', '=', version)
    .where('d.project_id', '=', projectId)
    .forKeyShare('d')
    .executeTakeFirst()

export const countDeliverables = (db: Db, accountId: AccountId, projectId: number) =>
  db
    .selectFrom('deliverables')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()

/** A deliverable as it is written. */
export type DeliverableValues = Omit<DeliverableInput, 'fee'> & { fee: MinorUnits | null }

export async function insertDeliverable(
  db: Db,
  accountId: AccountId,
  projectId: number,
  deliverable: DeliverableValues,
  position: number,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('deliverables')
    .values({
      account_id: accountId,
      project_id: projectId,
      ...deliverable,
      status: 'draft',
      version: 0,
      position,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const NO_FILE = { file_sha256: null, file_name: null, file_size: null, file_type: null }

/** A link replaces a file; without one, the file stays. */
export async function updateDeliverable(
  db: Db,
  accountId: AccountId,
  id: number,
  deliverable: DeliverableValues,
): Promise<void> {
  await db
    .updateTable('deliverables')
    .set({ ...deliverable, ...(deliverable.link_url && NO_FILE) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** A file replaces a link. */
export async function setFile(
  db: Db,
  accountId: AccountId,
  id: number,
  file: FileInfo | null,
): Promise<void> {
  await db
    .updateTable('deliverables')
    .set(
      file
        ? {
            file_sha256: file.sha256,
            file_name: file.name,
            file_size: file.size,
            file_type: file.type,
            link_url: null,
          }
        : NO_FILE,
    )
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Copies the working copy into a version that never changes. */
export async function insertVersion(
  db: Db,
  accountId: AccountId,
  id: number,
  version: number,
  clientId: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into deliverable_versions (
      account_id, deliverable_id, version, client_id, title, description, link_url,
      file_sha256, file_name, file_size, file_type, submitted_at
    )
    select account_id, id, ${version}::int, ${clientId}::bigint, title, description, link_url,
      file_sha256, file_name, file_size, file_type, ${now}::timestamptz
    from deliverables where account_id = ${accountId} and id = ${id}`.execute(db)
  await db
    .updateTable('deliverables')
    .set({ version, status: 'submitted' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function setStatus(
  db: Db,
  accountId: AccountId,
  id: number,
  status: DeliverableStatus,
): Promise<void> {
  await db
    .updateTable('deliverables')
    .set({ status })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function orderDeliverables(
  db: Db,
  accountId: AccountId,
  projectId: number,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('deliverables')
    .set({ position: sql<number>`array_position(${ids}::bigint[], id)` })
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute()
}
