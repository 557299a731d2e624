import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { countOf } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { linkStyle, TextLink } from '#web/ui/text-link.tsx'
import { faultsAddress, keptQuery, useStartImport, useUndoImport } from './client.ts'
import type { Import, ImportNoun, KeptRecord } from './contract.ts'
import { describeCounts, keptReasonLabel } from './rules/labels.ts'

const LISTS: Record<ImportNoun, { to: string; label: string }> = {
  time: { to: '/time-tracking', label: 'Show time' },
  expenses: { to: '/expenses', label: 'Show expenses' },
  clients: { to: '/clients', label: 'Show clients' },
  projects: { to: '/projects', label: 'Show projects' },
}

/** The result of an import, and the next steps. */
export function ImportResult({ import: one }: { import: Import }) {
  return (
    <Card className="flex flex-col gap-4 p-5">
      <Outcome import={one} />
      {one.status !== 'undone' && <Skipped import={one} />}
      {one.status === 'undone' ? <Kept id={one.id} /> : <Actions import={one} />}
    </Card>
  )
}

function Outcome({ import: { status, created, removed, error, rows_done, row_count } }: { import: Import }) {
  if (status === 'undone')
    return (
      <Alert tone="info" title="This import was undone">{`It removed ${describeCounts(removed)}.`}</Alert>
    )
  const text = `It created ${describeCounts(created)}.`
  if (status === 'imported') {
    return (
      <Alert tone="success" title="Import finished">
        {text}
      </Alert>
    )
  }
  const progress = `${rows_done} of ${countOf(row_count, 'row', 'rows')} were read.`
  return (
    <Alert tone="warning" title={status === 'failed' ? (error ?? 'The import stopped') : 'Import cancelled'}>
      {progress} {text}
    </Alert>
  )
}

function Skipped({ import: { id, duplicates, faults } }: { import: Import }) {
  if (duplicates === 0 && faults === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-muted">
      {duplicates > 0 && (
        <li>{countOf(duplicates, 'row was', 'rows were')} skipped, since Daybook has the same already.</li>
      )}
      {faults > 0 && (
        <li className="flex flex-wrap items-center gap-x-3">
          {countOf(faults, 'row', 'rows')} could not be imported.
          <a href={faultsAddress(id)} download className={linkStyle}>
            {faults === 1 ? 'Download it with the reason' : 'Download them with the reasons'}
          </a>
        </li>
      )}
    </ul>
  )
}

function Actions({ import: { id, status, settings, created } }: { import: Import }) {
  const confirm = useConfirm()
  const undo = useUndoImport(id)
  const start = useStartImport(id)
  const { to, label } = LISTS[settings.noun]

  const askToUndo = async () => {
    const consequences = `Removes ${describeCounts(created)}, except what you billed or changed since.`
    if (await confirm({ title: 'Undo this import?', consequences, confirmLabel: 'Undo import' }))
      undo.mutate()
  }
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:*:w-full">
      <Button pending={undo.isPending} onClick={() => void askToUndo()}>
        <Undo2 aria-hidden /> Undo import
      </Button>
      {status !== 'imported' && (
        <Button pending={start.isPending} onClick={() => start.mutate()}>
          Continue import
        </Button>
      )}
      <ButtonLink to={to} variant="primary">
        {label}
      </ButtonLink>
    </div>
  )
}

const PAGES: Record<KeptRecord['kind'], (id: number) => string> = {
  client: (id) => `/clients/${id}`,
  project: (id) => `/projects/${id}`,
  time_entry: (id) => `/time-tracking?edit=${id}`,
  expense: (id) => `/expenses?edit=${id}`,
}

function Kept({ id }: { id: number }) {
  const { data: kept = [] } = useQuery(keptQuery(id))
  if (kept.length === 0) return null
  return (
    <div>
      <p className="font-medium">These stay:</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {kept.map((record) => (
          <li key={`${record.kind}${record.id}`} className="wrap-anywhere">
            <TextLink to={PAGES[record.kind](record.id)}>{record.name}</TextLink>{' '}
            <span className="text-muted">{keptReasonLabel[record.reason]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
