import { formatCount } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useCancelImport } from './client.ts'
import type { Import, RecordCounts } from './contract.ts'

const sum = ({ clients, projects, time_entries, expenses }: RecordCounts): number =>
  clients + projects + time_entries + expenses

/** The progress of an import, or of its undoing. It goes on when the page is left. */
export function ImportProgress({ import: one }: { import: Import }) {
  const { id, status, rows_done, row_count, created, removed } = one
  const cancel = useCancelImport(id)
  const isImporting = status === 'importing'
  const [done, all] = isImporting ? [rows_done, row_count] : [sum(removed), sum(created)]
  return (
    <Card className="flex flex-col gap-4 p-5">
      <ProgressBar
        label={isImporting ? 'Importing' : 'Undoing'}
        value={done}
        max={all}
        valueText={`${formatCount(done)} of ${formatCount(all)}`}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-meta text-muted">You can leave this page. It goes on by itself.</p>
        {isImporting && (
          <Button pending={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel import
          </Button>
        )}
      </div>
    </Card>
  )
}
