import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countOf, formatCount, formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import { failureOf } from '#web/data/list.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { previewQuery, useChangeSettings, useDiscardImport, useStartImport } from './client.ts'
import type { Import, ImportPreview as Preview, PreviewRow } from './contract.ts'
import { describeCounts } from './rules/labels.ts'

/** The expected result of the import, and the button that runs it. */
export function ImportPreview({ import: one }: { import: Import }) {
  const query = useQuery({ ...previewQuery(one.id, one.settings), placeholderData: keepPreviousData })
  const failure = failureOf(query)
  if (failure) return <LoadFailed what="The preview" {...failure} />
  const { data: preview, isPlaceholderData } = query
  return (
    <Panel title="Preview" description="Nothing has been imported yet.">
      <PreviewFigures import={one} preview={preview} />
      {preview && (
        <div className="flex flex-col gap-5" aria-busy={isPlaceholderData}>
          {preview.refusal && <Refusal preview={preview} />}
          {preview.long_day_count > 0 && <LongDays preview={preview} />}
          <Exceptions import={one} preview={preview} />
          {preview.rows.length > 0 && <FirstRows preview={preview} />}
        </div>
      )}
      <Actions import={one} preview={isPlaceholderData ? undefined : preview} />
    </Panel>
  )
}

function PreviewFigures({ import: { settings }, preview }: { import: Import; preview: Preview | undefined }) {
  const { noun } = settings
  const count = (kind: keyof Preview['creates']) => preview && formatCount(preview.creates[kind])
  const amounts = preview?.amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ')
  return (
    <Figures>
      {noun === 'time' && (
        <Figure large label="New time entries" value={count('time_entries')} failed={false} />
      )}
      {noun === 'time' && (
        <Figure label="Hours" value={preview && formatDecimalHours(preview.hours)} failed={false} />
      )}
      {noun === 'expenses' && <Figure large label="New expenses" value={count('expenses')} failed={false} />}
      <Figure large={noun === 'clients'} label="New clients" value={count('clients')} failed={false} />
      {noun !== 'clients' && (
        <Figure large={noun === 'projects'} label="New projects" value={count('projects')} failed={false} />
      )}
      {amounts && <Figure label="Amount" value={amounts} failed={false} />}
    </Figures>
  )
}

function Refusal({ preview: { refusal, missing_fields, creates } }: { preview: Preview }) {
  const isLimit = missing_fields.length === 0 && (creates.clients > 0 || creates.projects > 0)
  return (
    <Alert
      tone="warning"
      title={refusal}
      action={isLimit && <ButtonLink to="/pricing">See plans</ButtonLink>}
    />
  )
}

const LONG_DAYS_SHOWN = 5

/** They are imported as they are: the file may be of several people. */
function LongDays({ preview: { long_days, long_day_count } }: { preview: Preview }) {
  const shown = long_days.slice(0, LONG_DAYS_SHOWN)
  const more = long_day_count - shown.length
  return (
    <Alert tone="warning" title={`${countOf(long_day_count, 'day has', 'days have')} more than 24 hours`}>
      {shown.map(({ date, hours }) => `${formatDate(date)}: ${formatDecimalHours(hours)} hours`).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}. Check which column is the duration.
    </Alert>
  )
}

const FAULTS_SHOWN = 5

function Exceptions({ import: { id, settings }, preview }: { import: Import; preview: Preview }) {
  const { mutate } = useChangeSettings(id)
  const { duplicates, faults, fault_count } = preview
  return (
    <>
      {(duplicates > 0 || settings.include_duplicates) && (
        <Checkbox
          checked={settings.include_duplicates}
          onChange={({ currentTarget }) => mutate({ ...settings, include_duplicates: currentTarget.checked })}
          label="Import duplicates, too"
          hint={
            settings.include_duplicates
              ? 'Rows that are in Daybook already are imported again.'
              : `${countOf(duplicates, 'row is', 'rows are')} in Daybook already, or twice in the file, and will be skipped.`
          }
        />
      )}
      {fault_count > 0 && (
        <div>
          <p className="font-medium">{countOf(fault_count, 'row', 'rows')} cannot be imported</p>
          <FaultList faults={faults.slice(0, FAULTS_SHOWN)} />
          {faults.length > FAULTS_SHOWN && (
            <Disclosure label={`${formatCount(faults.length - FAULTS_SHOWN)} more`}>
              <FaultList faults={faults.slice(FAULTS_SHOWN)} />
            </Disclosure>
          )}
        </div>
      )}
    </>
  )
}

function FaultList({ faults }: { faults: Preview['faults'] }) {
  return (
    <ul className="mt-1 text-meta text-muted">
      {faults.map(({ row, message }) => (
        <li key={row} className="wrap-anywhere">
          Row {row}: {message}
        </li>
      ))}
    </ul>
  )
}

const RIGHT_ALIGNED = new Set(['Hours', 'Amount'])

function FirstRows({ preview: { headings, rows } }: { preview: Preview }) {
  const columns: Column<PreviewRow>[] = [
    ...headings.map(
      (header, index): Column<PreviewRow> => ({
        id: header,
        header,
        primary: index === 0,
        align: RIGHT_ALIGNED.has(header) ? 'right' : 'left',
        className: 'wrap-anywhere',
        cell: ({ cells }) => (cells[index] ?? '').slice(0, 200),
      }),
    ),
    { id: 'row', header: 'Row', align: 'right', cell: ({ row }) => formatCount(row) },
    {
      id: 'outcome',
      header: 'Outcome',
      hideHeader: true,
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
  ]
  return (
    <div>
      <p aria-hidden="true" className="mb-2 font-medium">
        The first rows
      </p>
      <div className="-mx-5 border-y border-hairline">
        <Table
          caption="The first rows as they will look"
          columns={columns}
          rows={rows.filter(({ outcome }) => outcome !== 'fault')}
          rowKey={({ row }) => row}
        />
      </div>
    </div>
  )
}

function Outcome({ outcome }: Pick<PreviewRow, 'outcome'>) {
  return outcome === 'duplicate' ? <Badge tone="yellow">Duplicate</Badge> : <Badge tone="green">New</Badge>
}

function Actions({ import: { id }, preview }: { import: Import; preview: Preview | undefined }) {
  const start = useStartImport(id)
  const discard = useDiscardImport(id)
  const created = preview ? describeCounts(preview.creates) : 'nothing'
  const canStart = preview !== undefined && preview.refusal === null && created !== 'nothing'
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-2 max-sm:*:w-full">
      <Button variant="ghost" pending={discard.isPending} onClick={() => discard.mutate()}>
        Choose another file
      </Button>
      <Button
        variant="primary"
        disabled={!canStart}
        pending={start.isPending}
        onClick={() => start.mutate()}
        className="h-auto min-h-10 whitespace-normal"
      >
        {canStart ? `Import ${created}` : 'Import'}
      </Button>
    </div>
  )
}
