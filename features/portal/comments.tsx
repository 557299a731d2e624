import { MessagesSquare } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { formatInstant } from '#core/format.ts'
import { MAX_COMMENT_LENGTH } from '#features/comments/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useAllComments, useComment } from './client.ts'
import type { PortalComment, PortalProjectDetail } from './contract.ts'

type CommentsProps = {
  token: string
  project: PortalProjectDetail
  /** Kept by the page, so that switching tabs does not discard it. */
  draft: string
  onDraftChange(draft: string): void
}

export function Comments({ token, project, draft, onDraftChange }: CommentsProps) {
  const [everything, setEverything] = useState(false)
  const all = useAllComments(token, project.id, everything)
  const comments = all.items && !all.failed ? all.items : project.comments
  const earlier = everything && !all.failed ? all.hasMore : comments.length < project.comments_total

  return (
    <div className="flex flex-col gap-4">
      <CommentForm token={token} projectId={project.id} draft={draft} onDraftChange={onDraftChange} />
      {comments.length === 0 ? (
        <EmptyState icon={<MessagesSquare />} title="No comments yet" text="Be the first to say something." />
      ) : (
        <Card>
          <ul className="px-5 py-1">
            {comments.map((comment) => (
              <CommentItem key={comment.id} comment={comment} />
            ))}
          </ul>
        </Card>
      )}
      {(earlier || all.loadingMore) && (
        <div className="flex justify-center">
          <Button
            pending={all.loadingMore}
            onClick={() => (everything ? all.loadMore() : setEverything(true))}
          >
            Show Earlier Comments
          </Button>
        </div>
      )}
    </div>
  )
}

type CommentFormProps = Omit<CommentsProps, 'project'> & { projectId: number }

function CommentForm({ token, projectId, draft, onDraftChange }: CommentFormProps) {
  const { send, pending, refused } = useComment(token, projectId)
  const id = useId()
  const content = draft.trim()

  const post = (event: FormEvent) => {
    event.preventDefault()
    if (content !== '' && !pending) send(content, (outcome) => outcome === 'accepted' && onDraftChange(''))
  }

  return (
    <Card className="p-5">
      <form onSubmit={post}>
        <label htmlFor={id} className="font-semibold">
          Add a Comment
        </label>
        <Textarea
          id={id}
          rows={4}
          dir="auto"
          className="mt-3"
          maxLength={MAX_COMMENT_LENGTH}
          placeholder="Share your thoughts, questions, or feedback..."
          value={draft}
          readOnly={pending}
          onChange={(event) => onDraftChange(event.target.value)}
        />
        {refused && <Alert live tone="error" className="mt-3" title={refused.message} />}
        <div className="mt-3 flex justify-end">
          <Button
            type="submit"
            variant="primary"
            className="max-sm:w-full"
            disabled={content === '' || pending}
            pending={pending}
            pendingText="Posting..."
          >
            Post Comment
          </Button>
        </div>
      </form>
    </Card>
  )
}

function CommentItem({ comment }: { comment: PortalComment }) {
  const byClient = comment.author_type === 'client'
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{comment.author_name}</span>
        <Badge tone={byClient ? 'grey' : 'blue'}>{byClient ? 'Client' : 'Freelancer'}</Badge>
        <time
          dateTime={comment.created_at.toISOString()}
          className="text-meta text-faint sm:ml-auto max-sm:w-full"
        >
          {formatInstant(comment.created_at)}
        </time>
      </div>
      <p dir="auto" className="mt-2 max-w-2xl wrap-anywhere whitespace-pre-line">
        {comment.content}
      </p>
    </li>
  )
}
