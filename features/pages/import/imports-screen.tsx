import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { formatInstant } from '#core/format.ts'
import { failureOf } from '#web/data/list.ts'
import { Card, Panel } from '#web/ui/card.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
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
        hint="Up to 50 MB and 100,000 rows. You see a preview before anything is imported, and can undo an import as a whole."
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
      <Sources />
    </Card>
  )
}

const SOURCES = [
  { tool: 'Toggl Track', file: 'The detailed report' },
  { tool: 'Clockify', file: 'The detailed report' },
  { tool: 'Harvest', file: 'The detailed time report, clients or projects' },
  { tool: 'FreshBooks and others', file: 'Any table with a header: you choose what each column means' },
]

function Sources() {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-meta font-medium">
        What to export as CSV
      </h2>
      <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-meta sm:grid-cols-[max-content_1fr]">
        {SOURCES.map(({ tool, file }) => (
          <Fragment key={tool}>
            <dt>{tool}</dt>
            <dd className="text-muted max-sm:mb-1.5">{file}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function PastImports() {
  const imports = useQuery(importsQuery)
  const failure = failureOf(imports)
  if (!failure && !imports.data?.length) return null
  return (
    <Panel title="Your imports" flush>
      {failure && <LoadFailed what="Your imports" {...failure} />}
      {imports.data && (
        <Table caption="Your imports" columns={COLUMNS} rows={imports.data} rowKey={({ id }) => id} />
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
