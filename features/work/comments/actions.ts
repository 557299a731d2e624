import { z } from 'zod'
import type { Page, PageQuery } from '#core/endpoint.ts'
import { addUnreadForClient } from '#features/engagement/notifications/actions/unread.ts'
import { getProject, type ProjectToWorkOn, requireProject } from '#features/engagement/projects/actions.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { announce } from '#features/work/client-news/actions.ts'
import { shareLockVersion } from '#features/work/deliverables/actions/files.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { Comment, CommentFilter, CommentInput, NewComment, VersionComments } from './contract.ts'
import * as store from './store.ts'

export async function listComments(
  ctx: Context,
  projectId: number,
  query: PageQuery & CommentFilter,
): Promise<Page<Comment>> {
  await getProject(ctx, projectId)
  return store.listComments(ctx.db, ctx.accountId, projectId, query)
}

export async function countByVersion(ctx: Context, projectId: number): Promise<VersionComments[]> {
  await getProject(ctx, projectId)
  return store.countByVersion(ctx.db, ctx.accountId, projectId)
}

export function createComment(ctx: Context, projectId: number, input: NewComment): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, projectId)
    const comment = await addComment(tx, project, input, 'freelancer', (await businessOf(tx)).person)
    await recordActivity(tx, { type: 'comment.added', comment, project })
    if (!comment.is_internal) await announceComment(tx, project, comment)
    return comment
  })
}

/** A comment belongs to the version's client, or the project's current one; a later client does not see it. */
export async function addComment(
  tx: Context,
  project: Pick<ProjectToWorkOn, 'id' | 'client_id'>,
  { content, is_internal, deliverable }: NewComment,
  authorType: Comment['author_type'],
  authorName: string,
): Promise<Comment> {
  const version = deliverable && (await shareLockVersion(tx, project.id, deliverable))
  return store.insertComment(tx.db, tx.accountId, {
    project_id: project.id,
    client_id: version?.client_id ?? project.client_id,
    deliverable_id: deliverable?.id ?? null,
    version: deliverable?.version ?? null,
    author_type: authorType,
    author_name: authorName,
    content,
    is_internal,
    created_at: tx.now,
  })
}

type SharedComment = Omit<Comment, 'is_internal' | 'edited_at'>

/** Comments that the acting client may read in their own project. */
export const listSharedComments = (
  ctx: Context,
  projectId: number,
  query: PageQuery & CommentFilter,
): Promise<Page<SharedComment>> =>
  store.listSharedComments(ctx.db, ctx.accountId, projectId, visitorOf(ctx).clientId, query)

export async function sharedCommentsOf(
  ctx: Context,
  projectId: number,
  newest: number,
): Promise<{ comments: SharedComment[]; comments_total: number }> {
  const { clientId } = visitorOf(ctx)
  const comments = await store.newestSharedComments(ctx.db, ctx.accountId, projectId, clientId, newest)
  return { comments, comments_total: comments[0]?.total ?? 0 }
}

export const countSharedByVersion = (ctx: Context, projectId: number): Promise<VersionComments[]> =>
  store.countSharedByVersion(ctx.db, ctx.accountId, projectId, visitorOf(ctx).clientId)

export function updateComment(
  ctx: Context,
  projectId: number,
  id: number,
  input: CommentInput,
): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const { before, project } = await requireOwnComment(tx, projectId, id)
    if (before.is_internal && !input.is_internal) await announceComment(tx, project, before)
    const comment = await store.updateComment(tx.db, ctx.accountId, projectId, id, input, ctx.now)
    return comment ?? notFound()
  })
}

export function removeComment(ctx: Context, projectId: number, id: number): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    await requireOwnComment(tx, projectId, id)
    const removal_id = await removeRows(tx, commentRemoval, { table: 'comments', ids: [id] }, {})
    return { success: true, removal_id }
  })
}

export const commentRemoval = defineRemoval({
  kind: 'comment',
  data: z.object({}),
  belongsTo: 'project',
  undo: (_tx, _data, restoreRows) => restoreRows(),
})

async function announceComment(tx: Context, project: ProjectToWorkOn, { id, deliverable }: Comment) {
  const client_id = deliverable
    ? (await shareLockVersion(tx, project.id, deliverable)).client_id
    : project.client_id
  if (client_id === null || client_id !== project.client_id) return
  await announce(tx, { client_id, project_id: project.id, subject: { comment_id: id } })
  await addUnreadForClient(tx, {
    client_id,
    project_id: project.id,
    deliverable_id: deliverable?.id ?? null,
    comment_id: id,
  })
}

async function requireOwnComment(ctx: Context, projectId: number, id: number) {
  const project = await requireProject(ctx, projectId)
  const before = (await store.lockComment(ctx.db, ctx.accountId, projectId, id)) ?? notFound()
  if (before.author_type === 'client') throw new Conflict("A client's comment cannot be changed or deleted")
  return { before, project }
}

function notFound(): never {
  throw new NotFound('Comment not found')
}
