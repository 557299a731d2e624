import { type Insertable, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CommentedVersion, CommentFilter, CommentInput, VersionComments } from './contract.ts'
import type { CommentsTable } from './table.ts'

/** The columns that a client sees. */
const SHARED_COLUMNS = [
  'id',
  'author_type',
  'author_name',
  'content',
  sql<CommentedVersion | null>`(
    select json_build_object('id', v.deliverable_id, 'title', v.title, 'version', v.version)
    from deliverable_versions v
    where v.account_id = comments.account_id and v.deliverable_id = comments.deliverable_id
      and v.version = comments.version
  )`.as('deliverable'),
  'created_at',
] as const
const COMMENT_COLUMNS = [...SHARED_COLUMNS, 'is_internal', 'edited_at'] as const

/** Without internal comments and those from when the project was another client's. */
const sharedWith = (clientId: number) =>
  sql<SqlBool>`not is_internal and (client_id = ${clientId} or client_id is null)`

const on = ({ deliverable_id, version }: CommentFilter) => {
  const ofDeliverable = deliverable_id === undefined ? sql`true` : sql`deliverable_id = ${deliverable_id}`
  return sql<SqlBool>`${ofDeliverable} and ${version === undefined ? sql`true` : sql`version = ${version}::bigint`}`
}

export async function listComments(
  db: Db,
  accountId: AccountId,
  projectId: number,
  { limit, cursor, q, ...filter }: PageQuery & CommentFilter,
) {
  const rows = await db
    .selectFrom('comments')
    .select(COMMENT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where(on(filter))
    .where(matchesSearch(q, 'search'))
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

export async function listSharedComments(
  db: Db,
  accountId: AccountId,
  projectId: number,
  clientId: number,
  { limit, cursor, q, ...filter }: PageQuery & CommentFilter,
) {
  const rows = await db
    .selectFrom('comments')
    .select(SHARED_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where(sharedWith(clientId))
    .where(on(filter))
    .where(matchesSearch(q, 'search'))
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

/** Each with the number of all. */
export const newestSharedComments = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  clientId: number,
  count: number,
) =>
  db
    .selectFrom('comments')
    .select([...SHARED_COLUMNS, sql<number>`count(*) over ()`.as('total')])
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where(sharedWith(clientId))
    .orderBy('id', 'desc')
    .limit(sql.lit(count))
    .execute()

export const countByVersion = (db: Db, accountId: AccountId, projectId: number): Promise<VersionComments[]> =>
  onVersions(db, accountId, projectId).execute()

export const countSharedByVersion = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  clientId: number,
): Promise<VersionComments[]> => onVersions(db, accountId, projectId).where(sharedWith(clientId)).execute()

const onVersions = (db: Db, accountId: AccountId, projectId: number) =>
  db
    .selectFrom('comments')
    .select(['deliverable_id', 'version', sql<number>`count(*)`.as('count')])
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('deliverable_id', 'is not', null)
    .where('version', 'is not', null)
    .groupBy(['deliverable_id', 'version'])
    .orderBy('deliverable_id')
    .orderBy('version')
    .$narrowType<{ deliverable_id: number; version: number }>()

/** Locks the comment until the transaction ends. */
export const lockComment = (db: Db, accountId: AccountId, projectId: number, id: number) =>
  db
    .selectFrom('comments')
    .select(COMMENT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type NewComment = Omit<Insertable<CommentsTable>, 'account_id' | 'search'>

export const insertComment = (db: Db, accountId: AccountId, comment: NewComment) =>
  db
    .insertInto('comments')
    .values({ account_id: accountId, ...comment, search: foldCase(comment.content) })
    .returning(COMMENT_COLUMNS)
    .executeTakeFirstOrThrow()

export const updateComment = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
  { content, is_internal }: CommentInput,
  now: Date,
) =>
  db
    .updateTable('comments')
    .set({ content, is_internal, search: foldCase(content), edited_at: now })
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(COMMENT_COLUMNS)
    .executeTakeFirst()
