export type Row = Record<string, unknown>

export const toHundredths = (value: unknown): number => Math.round(Number(value) * 100)

/** Hundredths in the database, two decimals in JSON. */
export function inUnits(row: Row, ...columns: string[]): Row {
  for (const column of columns) {
    if (row[column] !== null)
      row[column] = Math.round((Number(row[column]) / unitOf(column)) * 10_000) / 10_000
  }
  return row
}

function unitOf(column: string): number {
  if (/hours$/i.test(column)) return 3600
  if (column === 'quantity') return 10_000
  return column === 'tax_rate' ? 1000 : 100
}

export const inJson = (instant: string) =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const DECISION = `'decision', d.decision, 'feedback', d.feedback, 'client_name', d.client_name,
  'decided_at', ${inJson('d.decided_at')}, 'certificate', d.account_id || '.' || d.code,
  'file', case when d.file_sha256 is not null then json_build_object(
    'name', d.file_name, 'size', d.file_size, 'type', d.file_type, 'sha256', d.file_sha256) end`

export const itsInvoice = (record: string) => `case when ${record}.invoice_item_id is not null then (
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
  where item.account_id = $1 and item.id = ${record}.invoice_item_id
) end as invoice`
