import { CloudUpload } from 'lucide-react'
import { Button } from './button.tsx'

export interface WaitingRecord {
  key: string
  /** "2 h on Website" */
  what: string
  /** May be empty. */
  detail: string
  /** Undefined if it can no longer be changed. */
  onEdit?: (() => void) | undefined
  onDiscard(): void
}

/** Above a list: records that wait on this device for the connection. */
export const WaitingList = ({ records }: { records: readonly WaitingRecord[] }) =>
  records.length > 0 && (
    <section aria-label="Waiting for the connection" className="mb-4">
      <ul className="rounded border border-hairline bg-surface">
        {records.map(({ key, what, detail, onEdit, onDiscard }) => (
          <li
            key={key}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-1.5 last:border-0"
          >
            <CloudUpload aria-hidden className="icon shrink-0 text-faint" />
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {what}
              <span className="block text-meta text-muted">
                {['Waits for the connection', detail].filter(Boolean).join(', ')}
              </span>
            </span>
            <span className="ml-auto flex">
              {onEdit && (
                <Button size="sm" variant="ghost" onClick={onEdit}>
                  Edit<span className="sr-only"> {what}</span>
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={onDiscard}>
                Discard<span className="sr-only"> {what}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
