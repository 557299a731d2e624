import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { NO_DRAFT, versionCommentsQuery } from './client.ts'
import { CommentThread } from './comment-thread.tsx'
import { commentsLabel, describeVersion } from './rules.ts'

type VersionCommentsProps = { projectId: number; id: number; title: string; version: number }

/** The conversation about one submitted version, which opens beneath it. */
export function VersionComments({ projectId, id, title, version }: VersionCommentsProps) {
  const { data: counts } = useQuery(versionCommentsQuery(projectId))
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(NO_DRAFT)
  const count = counts?.find((one) => one.deliverable_id === id && one.version === version)?.count ?? 0

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MessageSquare aria-hidden /> {commentsLabel(count)}
        <span className="sr-only"> on {describeVersion({ title, version })}</span>
      </Button>
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
