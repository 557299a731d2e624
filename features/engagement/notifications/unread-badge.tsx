import { Badge } from '#web/ui/badge.tsx'

/** How much is new; nothing if nothing is. */
export function UnreadBadge({ count }: { count: number }) {
  return count > 0 && <Badge tone="blue">{count} new</Badge>
}
