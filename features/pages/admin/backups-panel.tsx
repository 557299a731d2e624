import { countOf, formatBytes, formatInstant } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useBackUp } from './client.ts'
import type { Overview } from './contract.ts'
import { Facts } from './facts.tsx'

/** The last backup, the next one, and what went wrong. */
export function BackupsPanel({ backups }: { backups: Overview['backups'] }) {
  const { directory, keep, next_at, is_pending, last, failure } = backups
  const backUp = useBackUp()
  return (
    <Panel
      title="Backups"
      actions={
        <Button size="sm" pending={is_pending} onClick={() => backUp.mutate()}>
          Back up now
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && (
          <Alert tone="error" title={`The backup of ${formatInstant(failure.created_at)} failed`}>
            {failure.error}
          </Alert>
        )}
        {last !== null && last.missing_files > 0 && (
          <Alert
            tone="warning"
            title={`${countOf(last.missing_files, 'file')} could not be backed up: gone from the file store`}
          />
        )}
        <Facts
          facts={[
            ['Last backup', last ? formatInstant(last.created_at) : 'None yet'],
            ...(last ? [['File', `${last.file}, ${formatBytes(last.size)}`] as const] : []),
            ['Next backup', next_at ? formatInstant(next_at) : 'None: BACKUP_SCHEDULE is not set'],
            ['Kept', `the newest ${keep}, in ${directory}`],
          ]}
        />
      </div>
    </Panel>
  )
}
