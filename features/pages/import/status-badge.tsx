import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { ImportStatus } from './contract.ts'
import { statusLabel } from './rules/labels.ts'

const TONES: Record<ImportStatus, Tone> = {
  prepared: 'grey',
  importing: 'blue',
  imported: 'green',
  cancelled: 'yellow',
  failed: 'red',
  undoing: 'blue',
  undone: 'grey',
}

export function StatusBadge({ status }: { status: ImportStatus }) {
  return <Badge tone={TONES[status]}>{statusLabel[status]}</Badge>
}
