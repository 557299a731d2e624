import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const SHOWN: Record<string, { tone: Tone; word: string }> = {
  trial: { tone: 'blue', word: 'Trial' },
  active: { tone: 'green', word: 'Active' },
  canceled: { tone: 'red', word: 'Canceled' },
  past_due: { tone: 'yellow', word: 'Past Due' },
}

export function SubscriptionBadge({ status }: { status: string | undefined }) {
  const { tone, word } = SHOWN[status ?? ''] ?? { tone: 'grey', word: 'Unknown' }
  return <Badge tone={tone}>{word}</Badge>
}
