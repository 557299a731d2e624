import { useState } from 'react'
import { CommentsToggle } from '#features/work/comments/comments-toggle.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useAllComments } from './client.ts'
import { ClientOnly } from './client-only.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { PortalDeliverableVersion } from './contract/projects.ts'

type VersionCommentsProps = {
  token: string
  projectId: number
  deliverableId: number
  version: Pick<PortalDeliverableVersion, 'title' | 'version' | 'comments_count'>
}

/** The conversation about one version, which opens beneath it. */
export function VersionComments({ token, projectId, deliverableId, version }: VersionCommentsProps) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const deliverable = { id: deliverableId, version: version.version }
  const { items, hasMore, loadMore, loadingMore } = useAllComments(token, projectId, {
    enabled: isOpen,
    deliverable,
  })

  return (
    <div className="min-w-0">
      <CommentsToggle
        version={version}
        count={version.comments_count}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div className="mt-3 border-l-2 border-hairline pl-4">
          <ClientOnly token={token}>
            <CommentForm
              token={token}
              projectId={projectId}
              deliverable={deliverable}
              label={`Comment on version ${version.version}`}
              draft={draft}
              onDraftChange={setDraft}
            />
          </ClientOnly>
          {items ? (
            <ul className="mt-2">
              {items.map((comment) => (
                <CommentItem key={comment.id} comment={comment} onVersion />
              ))}
            </ul>
          ) : (
            <Loading>
              <Skeleton className="mt-4 h-16" />
            </Loading>
          )}
          {hasMore && (
            <Button pending={loadingMore} onClick={loadMore}>
              Show Earlier Comments
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
