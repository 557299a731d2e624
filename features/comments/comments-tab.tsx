import { MessagesSquare } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Draft, useComments, usePostComment } from './client.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

type CommentsTabProps = { projectId: number; draft: Draft; onDraftChange(draft: Draft): void }

export const NO_DRAFT: Draft = { content: '', is_internal: false }

/** The conversation between freelancer and client about a project, and the freelancer's own notes. */
export function CommentsTab({ projectId, draft, onDraftChange }: CommentsTabProps) {
  const { comments, failure, hasEarlier, loadingEarlier, loadEarlier } = useComments(projectId)
  const post = usePostComment(projectId)
  const empty = draft.content.trim() === ''

  const send = () => {
    if (empty || post.isPending) return
    post.mutate(draft, { onSuccess: () => onDraftChange({ ...NO_DRAFT, is_internal: draft.is_internal }) })
  }

  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card className="p-4">
        <CommentForm label="New comment" value={draft} onChange={onDraftChange} onSubmit={send}>
          <Button
            type="submit"
            variant="primary"
            disabled={empty}
            pending={post.isPending}
            pendingText="Posting..."
          >
            Post Comment
          </Button>
        </CommentForm>
      </Card>
      {failure && <LoadFailed what="The comments" {...failure} />}
      {!failure && comments === undefined && <CommentsLoading />}
      {comments?.length === 0 && (
        <EmptyState
          icon={<MessagesSquare />}
          title="No comments yet"
          text="Talk with your client about this project, or keep notes that only you see."
        />
      )}
      {comments && comments.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-3">
          {comments.map((comment) => (
            <CommentItem key={comment.id} projectId={projectId} comment={comment} />
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
