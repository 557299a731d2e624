import { Badge } from '#web/ui/badge.tsx'

/** The number of new ones; empty for none. */
export function UnreadBadge({ count }: { count: number }) {
  return count > 0 && <Badge tone="blue">{count} new</Badge>
}
