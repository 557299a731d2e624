import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NO_DRAFT, versionCommentsQuery } from './client.ts'
import { CommentThread } from './comment-thread.tsx'
import { CommentsToggle } from './comments-toggle.tsx'

type VersionCommentsProps = { projectId: number; id: number; title: string; version: number }

/** The conversation about one submitted version, which opens beneath it. */
export function VersionComments({ projectId, id, title, version }: VersionCommentsProps) {
  const { data: counts } = useQuery(versionCommentsQuery(projectId))
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(NO_DRAFT)
  const count = counts?.find((one) => one.deliverable_id === id && one.version === version)?.count ?? 0

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <CommentsToggle
        version={{ title, version }}
        count={count}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <CommentThread
          conversation={{ projectId, deliverable: { id, version } }}
          draft={draft}
          onDraftChange={setDraft}
        />
      )}
    </div>
  )
}
