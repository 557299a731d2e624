import { and, count, desc, eq, isNull, or } from 'drizzle-orm'
import type { PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CommentInput } from './contract.ts'
import { comments } from './table.ts'

const commentColumns = {
  id: comments.id,
  author_type: comments.authorType,
  author_name: comments.authorName,
  content: comments.content,
  is_internal: comments.isInternal,
  created_at: comments.createdAt,
  edited_at: comments.editedAt,
}

/** All that a client sees of a comment. */
const sharedColumns = {
  id: comments.id,
  author_type: comments.authorType,
  author_name: comments.authorName,
  content: comments.content,
  created_at: comments.createdAt,
}

const ofProject = (accountId: AccountId, projectId: number) =>
  and(eq(comments.accountId, accountId), eq(comments.projectId, projectId))
const withId = (accountId: AccountId, projectId: number, id: number) =>
  and(ofProject(accountId, projectId), eq(comments.id, id))

/** Not what is internal, nor what was said while the project was another client's. */
const sharedWith = (accountId: AccountId, projectId: number, clientId: number) =>
  and(
    ofProject(accountId, projectId),
    eq(comments.isInternal, false),
    or(eq(comments.clientId, clientId), isNull(comments.clientId)),
  )

export async function listComments(
  db: Db,
  accountId: AccountId,
  projectId: number,
  { limit, cursor, q }: PageQuery,
) {
  const rows = await db
    .select(commentColumns)
    .from(comments)
    .where(
      and(
        ofProject(accountId, projectId),
        matchesSearch(q, comments.search),
        afterCursor(cursor, [comments.id], 'descending'),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ id }) => [id])
}

export async function listSharedComments(
  db: Db,
  accountId: AccountId,
  projectId: number,
  clientId: number,
  { limit, cursor, q }: PageQuery,
) {
  const rows = await db
    .select(sharedColumns)
    .from(comments)
    .where(
      and(
        sharedWith(accountId, projectId, clientId),
        matchesSearch(q, comments.search),
        afterCursor(cursor, [comments.id], 'descending'),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ id }) => [id])
}

export async function countSharedComments(
  db: Db,
  accountId: AccountId,
  projectId: number,
  clientId: number,
): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(comments)
    .where(sharedWith(accountId, projectId, clientId))
  return found?.count ?? 0
}

/** The comment, which until the transaction ends nobody else changes. */
export async function lockComment(db: Db, accountId: AccountId, projectId: number, id: number) {
  const [comment] = await db
    .select(commentColumns)
    .from(comments)
    .where(withId(accountId, projectId, id))
    .for('update')
  return comment
}

type NewComment = Omit<typeof comments.$inferInsert, 'id' | 'editedAt' | 'accountId' | 'search'>

export async function insertComment(db: Db, accountId: AccountId, comment: NewComment) {
  const [inserted] = await db
    .insert(comments)
    .values({ accountId, ...comment, search: foldCase(comment.content) })
    .returning(commentColumns)
  if (!inserted) throw new Error('an insert returned no row')
  return inserted
}

export async function updateComment(
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
  { content, is_internal }: CommentInput,
  now: Date,
) {
  const [comment] = await db
    .update(comments)
    .set({ content, isInternal: is_internal, search: foldCase(content), editedAt: now })
    .where(withId(accountId, projectId, id))
    .returning(commentColumns)
  return comment
}

export async function removeComment(
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
): Promise<void> {
  await db.delete(comments).where(withId(accountId, projectId, id))
}
