import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Conversation, type Draft, NO_DRAFT, useComments, usePostComment } from './client.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

type CommentThreadProps = {
  conversation: Conversation
  draft: Draft
  onDraftChange(draft: Draft): void
  /** Shown when there are no comments. */
  empty?: ReactNode
}

/** Comments, and a form for a new one. */
export function CommentThread({ conversation, draft, onDraftChange, empty }: CommentThreadProps) {
  const { comments, failure, hasEarlier, loadingEarlier, loadEarlier } = useComments(conversation)
  const post = usePostComment(conversation)
  const isEmpty = draft.content.trim() === ''

  const send = () => {
    if (isEmpty || post.isPending) return
    post.mutate(draft, { onSuccess: () => onDraftChange({ ...NO_DRAFT, is_internal: draft.is_internal }) })
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4">
        <CommentForm label="New comment" value={draft} onChange={onDraftChange} onSubmit={send}>
          <Button
            type="submit"
            variant="primary"
            disabled={isEmpty}
            pending={post.isPending}
            pendingText="Posting..."
          >
            Post Comment
          </Button>
        </CommentForm>
      </Card>
      {failure && <LoadFailed what="The comments" {...failure} />}
      {!failure && comments === undefined && <CommentsLoading />}
      {comments?.length === 0 && empty}
      {comments && comments.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-3">
          {comments.map((comment) => (
            <CommentItem key={comment.id} conversation={conversation} comment={comment} />
          ))}
        </ul>
      )}
      {hasEarlier && (
        <Button className="self-center" pending={loadingEarlier} onClick={loadEarlier}>
          Show earlier comments
        </Button>
      )}
    </div>
  )
}

function CommentsLoading() {
  return (
    <Loading>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    </Loading>
  )
}
