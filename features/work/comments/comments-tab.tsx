import { MessagesSquare } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Draft } from './client.ts'
import { CommentThread } from './comment-thread.tsx'

type CommentsTabProps = { projectId: number; draft: Draft; onDraftChange(draft: Draft): void }

/** The conversation between freelancer and client about a project, and the freelancer's own notes. */
export function CommentsTab({ projectId, draft, onDraftChange }: CommentsTabProps) {
  return (
    <div className="max-w-3xl">
      <CommentThread
        conversation={{ projectId }}
        draft={draft}
        onDraftChange={onDraftChange}
        empty={
          <EmptyState
            icon={<MessagesSquare />}
            title="No comments yet"
            text="Talk with your client about this project, or keep notes that only you see."
          />
        }
      />
    </div>
  )
}
