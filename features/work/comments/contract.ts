import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id } from '#core/schemas.ts'
import { required } from '#core/text.ts'
import { Removed } from '#features/foundation/removals/contract.ts'

export const AuthorType = z.enum(['client', 'freelancer'])
export type AuthorType = z.output<typeof AuthorType>

export const MAX_COMMENT_LENGTH = 10_000
const MAX_VERSION = 2_147_483_647

export const CommentContent = required('Please write something', MAX_COMMENT_LENGTH)

/** The submitted version that is commented on. */
export const CommentedVersion = z.object({ id: z.int(), title: z.string(), version: z.int() })
export type CommentedVersion = z.output<typeof CommentedVersion>

export const Comment = z.object({
  id: z.int(),
  author_type: AuthorType,
  author_name: z.string(),
  content: z.string(),
  is_internal: z.boolean().meta({ description: 'The client never sees it.' }),
  deliverable: CommentedVersion.nullable().meta({
    description: 'The version of a deliverable that it is on; null if it is on the project.',
  }),
  created_at: Instant,
  edited_at: Instant.nullable(),
})
export type Comment = z.output<typeof Comment>

export const CommentInput = z.object({ content: CommentContent, is_internal: z.boolean().default(false) })
export type CommentInput = z.output<typeof CommentInput>
export type CommentForm = z.input<typeof CommentInput>

/** A version of a deliverable of the project. */
export const VersionKey = z.object({
  id: z.int().max(Number.MAX_SAFE_INTEGER).meta({ description: "The deliverable's." }),
  version: z.int().max(MAX_VERSION),
})
export type VersionKey = z.output<typeof VersionKey>

export const CommentedDeliverable = VersionKey.nullish()
  .transform((key) => key ?? null)
  .meta({ description: 'The version of a deliverable that it is on. If left out, it is on the project.' })

export const NewComment = CommentInput.extend({ deliverable: CommentedDeliverable })
export type NewComment = z.output<typeof NewComment>
export type NewCommentForm = z.input<typeof NewComment>

export const CommentFilter = z.object({
  deliverable_id: Id.optional(),
  version: Id.optional().meta({ description: 'Of this deliverable.' }),
})
export type CommentFilter = z.output<typeof CommentFilter>

export const VersionComments = z.object({
  deliverable_id: z.int(),
  version: z.int(),
  count: z.int(),
})
export type VersionComments = z.output<typeof VersionComments>

const CommentParams = z.object({ id: Id, commentId: Id })

/** `{id}` is the project's. */
export const commentsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/projects/{id}/comments',
    access: 'account',
    summary: "A project's comments, newest first; `q` searches their text",
    params: ById,
    query: CommentFilter,
    response: z.array(Comment),
    paged: true,
  },
  countByVersion: {
    method: 'GET',
    path: '/api/projects/{id}/comments/by-version',
    access: 'account',
    summary: 'How many comments there are on each version of a deliverable that has any',
    params: ById,
    response: z.array(VersionComments),
  },
  create: {
    method: 'POST',
    path: '/api/projects/{id}/comments',
    access: 'account',
    summary: 'Comment on a project or a submitted version, for the client or only for yourself',
    params: ById,
    body: NewComment,
    response: Comment,
    status: 201,
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/{id}/comments/{commentId}',
    access: 'account',
    summary: 'Change one of your comments',
    params: CommentParams,
    body: CommentInput,
    response: Comment,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/{id}/comments/{commentId}',
    access: 'account',
    summary: 'Delete one of your comments',
    params: CommentParams,
    response: Removed,
  },
})
