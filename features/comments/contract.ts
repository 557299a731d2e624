import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id } from '#core/schemas.ts'
import { required } from '#core/text.ts'
import { Removed } from '#features/removals/contract.ts'

export const AuthorType = z.enum(['client', 'freelancer'])
export type AuthorType = z.output<typeof AuthorType>

export const MAX_COMMENT_LENGTH = 10_000

export const CommentContent = required('Please write something', MAX_COMMENT_LENGTH)

export const Comment = z.object({
  id: z.int(),
  author_type: AuthorType,
  author_name: z.string(),
  content: z.string(),
  is_internal: z.boolean().meta({ description: 'The client never sees it.' }),
  created_at: Instant,
  edited_at: Instant.nullable(),
})
export type Comment = z.output<typeof Comment>

export const CommentInput = z.object({ content: CommentContent, is_internal: z.boolean().default(false) })
export type CommentInput = z.output<typeof CommentInput>
export type CommentForm = z.input<typeof CommentInput>

const CommentParams = z.object({ id: Id, commentId: Id })

/** `{id}` is the project's. */
export const commentsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/projects/{id}/comments',
    access: 'account',
    summary: "A project's comments, newest first; `q` searches their text",
    params: ById,
    response: z.array(Comment),
    paged: true,
  },
  create: {
    method: 'POST',
    path: '/api/projects/{id}/comments',
    access: 'account',
    summary: 'Comment on a project, for its client or only for yourself',
    params: ById,
    body: CommentInput,
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
