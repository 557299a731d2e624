import { useQuery } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { formatInstant } from '#core/format.ts'
import { failureOf } from '#web/data/list.ts'
import { Card, Panel } from '#web/ui/card.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { importsQuery, useUploadImport } from './client.ts'
import type { ListedImport } from './contract.ts'
import { describeCounts, nounLabel } from './rules/labels.ts'
import { StatusBadge } from './status-badge.tsx'

/** The choice of a file, above the imports so far. */
export function ImportsScreen() {
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Import"
        description="Bring your time, expenses, clients and projects along from another tool."
      />
      <div className="flex flex-col gap-6">
        <ChooseFile />
        <PastImports />
      </div>
    </div>
  )
}

function ChooseFile() {
  const { start, share, error } = useUploadImport()
  return (
    <Card className="flex flex-col gap-4 p-5">
      <Field
        id="import-file"
        label="CSV file"
        error={error ?? undefined}
        hint="Reports of Toggl Track, Clockify and Harvest are recognized; of FreshBooks and any other tool, you choose what each column is. Up to 50 MB and 100,000 rows. Nothing is imported before you have seen a preview."
      >
        <DropZone
          file={null}
          prompt="Choose a CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          className="min-h-32"
          onChoose={(file) => void start(file)}
        />
      </Field>
      {share !== null && (
        <ProgressBar
          label={share < 1 ? 'Uploading' : 'Reading the file'}
          value={share}
          max={1}
          valueText={`${Math.floor(share * 100)} %`}
        />
      )}
    </Card>
  )
}

function PastImports() {
  const imports = useQuery(importsQuery)
  const failure = failureOf(imports)
  return (
    <Panel title="Your imports" flush>
      {failure && <LoadFailed what="Your imports" {...failure} />}
      {!failure && imports.data === undefined && (
        <Loading>
          <Skeleton className="m-5 h-5 w-60" />
        </Loading>
      )}
      {imports.data && (
        <Table
          caption="Your imports"
          columns={COLUMNS}
          rows={imports.data}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<FileInput />}
              title="No imports yet"
              text="What you import can be undone here as a whole."
            />
          }
        />
      )}
    </Panel>
  )
}

const COLUMNS: Column<ListedImport>[] = [
  {
    id: 'file',
    header: 'File',
    primary: true,
    cell: ({ id, file_name }) => (
      <TextLink to={`/import/${id}`} className="wrap-anywhere">
        {file_name}
      </TextLink>
    ),
  },
  { id: 'noun', header: 'Content', cell: ({ noun }) => nounLabel[noun] },
  { id: 'created', header: 'Created', cell: ({ created }) => describeCounts(created) },
  { id: 'date', header: 'Uploaded', cell: ({ created_at }) => formatInstant(created_at) },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]
