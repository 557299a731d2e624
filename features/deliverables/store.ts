import { and, asc, count, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Decision } from '#features/approvals/contract.ts'
import { decisions } from '#features/approvals/table.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DeliverableInput, DeliverableStatus, FileInfo } from './contract.ts'
import { deliverables, deliverableVersions } from './table.ts'

export interface StoredVersion {
  version: number
  client_id: number
  title: string
  description: string
  link_url: string | null
  file: FileInfo | null
  submitted_at: Date
  decision: Decision | null
}

const fileOf = (
  row: SQL,
) => sql<FileInfo | null>`case when ${row}.file_sha256 is not null then json_build_object(
  'name', ${row}.file_name, 'size', ${row}.file_size, 'type', ${row}.file_type, 'sha256', ${row}.file_sha256
) end`

/** With the deliverable in one query, so that its status and the decisions agree. */
const itsVersions = sql<StoredVersion[]>`(
  select coalesce(json_agg(json_build_object(
    'version', v.version, 'client_id', v.client_id, 'title', v.title, 'description', v.description,
    'link_url', v.link_url, 'file', ${fileOf(sql`v`)}, 'submitted_at', v.submitted_at,
    'decision', case when d.id is not null then json_build_object(
      'decision', d.decision, 'feedback', d.feedback, 'decided_at', d.decided_at, 'client_name', d.client_name
    ) end
  ) order by v.version desc), '[]')
  from ${deliverableVersions} v
  left join ${decisions} d
    on d.account_id = v.account_id and d.deliverable_id = v.deliverable_id and d.version = v.version
  where v.account_id = deliverables.account_id and v.deliverable_id = deliverables.id
)`.mapWith((versions: Json<StoredVersion>[]) =>
  versions.map((version) => ({
    ...version,
    submitted_at: new Date(version.submitted_at),
    decision: version.decision && {
      ...version.decision,
      decided_at: new Date(version.decision.decided_at),
    },
  })),
)

type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value

const deliverableColumns = {
  id: deliverables.id,
  project_id: deliverables.projectId,
  title: deliverables.title,
  description: deliverables.description,
  link_url: deliverables.linkUrl,
  file: fileOf(sql`deliverables`),
  status: deliverables.status,
  version: deliverables.version,
  versions: itsVersions,
}

const ofProject = (accountId: AccountId, projectId: number) =>
  and(eq(deliverables.accountId, accountId), eq(deliverables.projectId, projectId))
const withId = (accountId: AccountId, id: number) =>
  and(eq(deliverables.accountId, accountId), eq(deliverables.id, id))

export type StoredDeliverable = Awaited<ReturnType<typeof listDeliverables>>[number]

export function listDeliverables(db: Db, accountId: AccountId, projectId: number) {
  return db
    .select(deliverableColumns)
    .from(deliverables)
    .where(ofProject(accountId, projectId))
    .orderBy(asc(deliverables.position), asc(deliverables.id))
}

export async function findDeliverable(db: Db, accountId: AccountId, id: number) {
  const [deliverable] = await db.select(deliverableColumns).from(deliverables).where(withId(accountId, id))
  return deliverable
}

/** Until the transaction ends nobody else changes the deliverable, submits it or decides on it. */
export async function lockDeliverable(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.select({ id: deliverables.id }).from(deliverables).where(withId(accountId, id)).for('update')
}

export async function countDeliverables(db: Db, accountId: AccountId, projectId: number) {
  const [found] = await db
    .select({ count: count(), last: max(deliverables.position) })
    .from(deliverables)
    .where(ofProject(accountId, projectId))
  return { count: found?.count ?? 0, last: found?.last ?? 0 }
}

export async function insertDeliverable(
  db: Db,
  accountId: AccountId,
  projectId: number,
  { title, description, link_url }: DeliverableInput,
  position: number,
  now: Date,
): Promise<number> {
  const [inserted] = await db
    .insert(deliverables)
    .values({
      accountId,
      projectId,
      title,
      description,
      linkUrl: link_url,
      status: 'draft',
      version: 0,
      position,
      createdAt: now,
    })
    .returning({ id: deliverables.id })
  if (!inserted) throw new Error('an insert returned no row')
  return inserted.id
}

const NO_FILE = { fileSha256: null, fileName: null, fileSize: null, fileType: null }

/** A link takes the place of a file; without one, the file stays. */
export async function updateDeliverable(
  db: Db,
  accountId: AccountId,
  id: number,
  { title, description, link_url }: DeliverableInput,
): Promise<void> {
  await db
    .update(deliverables)
    .set({ title, description, linkUrl: link_url, ...(link_url && NO_FILE) })
    .where(withId(accountId, id))
}

/** A file takes the place of a link. */
export async function setFile(
  db: Db,
  accountId: AccountId,
  id: number,
  file: FileInfo | null,
): Promise<void> {
  await db
    .update(deliverables)
    .set(
      file
        ? {
            fileSha256: file.sha256,
            fileName: file.name,
            fileSize: file.size,
            fileType: file.type,
            linkUrl: null,
          }
        : NO_FILE,
    )
    .where(withId(accountId, id))
}

/** Copies the working copy as it is into a version that stays as it is. */
export async function insertVersion(
  db: Db,
  accountId: AccountId,
  id: number,
  version: number,
  clientId: number,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into ${deliverableVersions} (
      account_id, deliverable_id, version, client_id, title, description, link_url,
      file_sha256, file_name, file_size, file_type, submitted_at
    )
    select account_id, id, ${version}::int, ${clientId}::bigint, title, description, link_url,
      file_sha256, file_name, file_size, file_type, ${now}::timestamptz
    from ${deliverables} where account_id = ${accountId} and id = ${id}`)
  await db.update(deliverables).set({ version, status: 'submitted' }).where(withId(accountId, id))
}

export async function setStatus(
  db: Db,
  accountId: AccountId,
  id: number,
  status: DeliverableStatus,
): Promise<void> {
  await db.update(deliverables).set({ status }).where(withId(accountId, id))
}

export async function orderDeliverables(
  db: Db,
  accountId: AccountId,
  projectId: number,
  ids: number[],
): Promise<void> {
  await db
    .update(deliverables)
    .set({ position: sql`array_position(${sql.param(ids)}::bigint[], ${deliverables.id})` })
    .where(ofProject(accountId, projectId))
}

export async function removeDeliverable(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.delete(deliverables).where(withId(accountId, id))
}
