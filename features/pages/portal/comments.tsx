import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAllComments } from './client.ts'
import { ClientOnly } from './client-only.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { PortalProjectDetail } from './contract/projects.ts'

export type CommentsProps = {
  token: string
  project: PortalProjectDetail
  /** Kept by the page, so that switching tabs does not discard it. */
  draft: string
  onDraftChange(draft: string): void
}

export function Comments({ token, project, draft, onDraftChange }: CommentsProps) {
  const [everything, setEverything] = useState(false)
  const all = useAllComments(token, project.id, { enabled: everything })
  const comments = all.items && !all.failed ? all.items : project.comments
  const earlier = everything && !all.failed ? all.hasMore : comments.length < project.comments_total

  return (
    <div className="flex flex-col gap-4">
      <ClientOnly token={token}>
        <Card className="p-5 noscript:hidden">
          <CommentForm
            token={token}
            projectId={project.id}
            label="Add a Comment"
            draft={draft}
            onDraftChange={onDraftChange}
          />
        </Card>
      </ClientOnly>
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
