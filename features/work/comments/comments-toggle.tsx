import { MessageSquare } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { commentsLabel, describeVersion } from './rules.ts'

type CommentsToggleProps = {
  version: Parameters<typeof describeVersion>[0]
  count: number
  isOpen: boolean
  onToggle(): void
}

/** Opens and closes the conversation about a version. */
export function CommentsToggle({ version, count, isOpen, onToggle }: CommentsToggleProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-ml-2.5 self-start"
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <MessageSquare aria-hidden /> {commentsLabel(count)}
      <span className="sr-only"> on {describeVersion(version)}</span>
    </Button>
  )
}
