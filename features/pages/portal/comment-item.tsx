import { formatInstant } from '#core/format.ts'
import { describeVersion } from '#features/work/comments/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Instant } from '#web/ui/instant.tsx'
import type { PortalComment } from './contract/projects.ts'

type CommentItemProps = {
  comment: PortalComment
  /** It stands beneath the version that it is on. */
  onVersion?: boolean
}

export function CommentItem({ comment, onVersion = false }: CommentItemProps) {
  const byClient = comment.author_type === 'client'
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{comment.author_name}</span>
        <Badge tone={byClient ? 'grey' : 'blue'}>{byClient ? 'Client' : 'Freelancer'}</Badge>
        <Instant
          at={comment.created_at}
          format={formatInstant}
          className="text-meta text-faint sm:ml-auto max-sm:w-full"
        />
      </div>
      {comment.deliverable && !onVersion && (
        <p className="mt-1 text-meta wrap-anywhere text-muted">On {describeVersion(comment.deliverable)}</p>
      )}
      <p dir="auto" className="mt-2 max-w-2xl wrap-anywhere whitespace-pre-line">
        {comment.content}
      </p>
    </li>
  )
}
