import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatCount, formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Seconds } from '#core/units.ts'
import { limitReached, roomInPlan } from '#features/foundation/subscription/actions/entitlement.ts'
import { HOURS_OF_A_DAY } from '#features/work/time-entries/rules.ts'
import type { Context } from '#server/context.ts'
import type { HttpError } from '#server/errors.ts'
import type { ImportPreview, ImportSettings, PreviewRow, RecordCounts } from '../contract.ts'
import { asksDateOrder } from '../rules/columns.ts'
import { missingFields } from '../rules/formats.ts'
import { describeCounts } from '../rules/labels.ts'
import type { ImportRow } from '../rules/rows.ts'
import * as store from '../store/imports.ts'
import { NAMELESS_PROJECT } from './new-records.ts'
import { type Creator, type PlacedRow, Placement } from './placing.ts'
import { findImport, requireFile, requirePrepared } from './preparing.ts'
import { readRows } from './reading.ts'

const ROWS_AT_ONCE = 200
const ROWS_SHOWN = 12
/** Duplicates and faults to show, wherever they are in the file. */
const EXCEPTIONS_SHOWN = 5
const FAULTS_LISTED = 100
const LONG_DAYS_LISTED = 100

/** The result of the import, without running it. */
export async function previewImport(ctx: Context, id: number): Promise<ImportPreview> {
  const found = requireFile(await findImport(ctx, id))
  requirePrepared(found.status)
  const preview = emptyPreview(found.settings)
  const obstacle = obstacleOf(found)
  if (obstacle !== null) return { ...preview, ...obstacle }

  const placement = new Placement(ctx, id, found.settings, countingCreator(preview.creates))
  const amounts = new Map<Currency, MinorUnits>()
  const days = new Map<DateOnly, Seconds>()
  for await (const rows of inChunks(readRows(ctx, found), () => ROWS_AT_ONCE)) {
    for (const placed of await placement.place(rows)) {
      count(preview, amounts, placed)
      countDay(days, placed)
      show(ctx, preview, placed)
    }
  }
  const longDays = [...days].filter(([, hours]) => hours > HOURS_OF_A_DAY).toSorted()
  return {
    ...preview,
    long_days: longDays.slice(0, LONG_DAYS_LISTED).map(([date, hours]) => ({ date, hours })),
    long_day_count: longDays.length,
    amounts: [...amounts].map(([currency, amount]) => ({ currency, amount })),
    rows: preview.rows.toSorted((one, other) => one.row - other.row),
    refusal: (await limitExceeded(ctx, preview.creates))?.extra.details ?? null,
  }
}

const emptyPreview = ({ noun }: ImportSettings): ImportPreview => ({
  creates: { ...store.NO_RECORDS },
  hours: 0,
  amounts: [],
  duplicates: 0,
  fault_count: 0,
  faults: [],
  long_days: [],
  long_day_count: 0,
  headings: HEADINGS[noun],
  rows: [],
  missing_fields: [],
  refusal: null,
})

/** The decision that is needed before the rows can be read. */
export function obstacleOf({
  settings,
  columns,
}: store.ImportRecord): Pick<ImportPreview, 'missing_fields' | 'refusal'> | null {
  const missing_fields = missingFields(settings.noun, settings.fields)
  if (missing_fields.length > 0) {
    return { missing_fields, refusal: `Choose a column for: ${missing_fields.join(' · ')}` }
  }
  if (settings.date_order === null && asksDateOrder(columns, settings.fields)) {
    return { missing_fields, refusal: 'Choose how the dates are written' }
  }
  return null
}

/** Ids below zero stand for records that do not exist. */
function countingCreator(creates: RecordCounts): Creator {
  const numbered = (kind: 'clients' | 'projects') => async (records: unknown[]) =>
    records.map(() => -++creates[kind])
  return { clients: numbered('clients'), projects: numbered('projects') }
}

export async function* inChunks<Item>(
  items: AsyncIterable<Item>,
  size: () => number,
): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < size()) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

function count(preview: ImportPreview, amounts: Map<Currency, MinorUnits>, placed: PlacedRow): void {
  if (placed.outcome === 'duplicate') preview.duplicates++
  if (placed.outcome === 'fault') {
    preview.fault_count++
    if (preview.faults.length < FAULTS_LISTED)
      preview.faults.push({ row: placed.read.row, message: placed.fault })
  }
  if (placed.outcome !== 'new') return
  const { record } = placed
  const add = (currency: Currency, amount: MinorUnits) =>
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount)
  if (record.table === 'time_entries') {
    preview.creates.time_entries++
    preview.hours += record.entry.hours
    if (record.amount !== null) add(record.currency, record.amount)
  } else if (record.table === 'expenses') {
    preview.creates.expenses++
    add(record.expense.currency, record.expense.amount)
  }
}

function countDay(days: Map<DateOnly, Seconds>, placed: PlacedRow): void {
  if (placed.outcome !== 'new' || placed.record.table !== 'time_entries') return
  const { date, hours } = placed.record.entry
  days.set(date, (days.get(date) ?? 0) + hours)
}

function show(ctx: Context, preview: ImportPreview, placed: PlacedRow): void {
  const { outcome, read } = placed
  const alike = preview.rows.filter((shown) => shown.outcome === outcome).length
  const isWanted = preview.rows.length < ROWS_SHOWN || (outcome !== 'new' && alike < EXCEPTIONS_SHOWN)
  if (!isWanted) return
  const cells = placed.outcome === 'fault' ? [placed.fault] : cellsOf(ctx, placed)
  preview.rows.push({ row: read.row, outcome, cells } satisfies PreviewRow)
}

const HEADINGS: Record<ImportSettings['noun'], string[]> = {
  time: ['Date', 'Client', 'Project', 'Description', 'Hours', 'Amount'],
  expenses: ['Date', 'Client', 'Project', 'Description', 'Category', 'Amount'],
  clients: ['Name', 'Email', 'Phone', 'Address'],
  projects: ['Name', 'Client', 'Start', 'End'],
}

/** A row as the record will look, below the headings of its noun. */
function cellsOf({ locale }: Context, placed: PlacedRow & { value: ImportRow }): string[] {
  const { value } = placed
  const record = placed.outcome === 'new' ? placed.record : null
  switch (value.noun) {
    case 'time': {
      const { date, client, project, description, hours, is_billable, is_billed } = value
      const isPriced = record?.table === 'time_entries' && record.amount !== null
      const worth = isPriced ? formatMoney(record.amount ?? 0, record.currency, locale) : ''
      const amount = is_billable ? [worth, is_billed && 'billed elsewhere'] : ['not billable']
      const named = project || client || NAMELESS_PROJECT
      const hoursText = formatDecimalHours(hours, locale)
      return [formatDate(date), client, named, description, hoursText, amount.filter(Boolean).join(', ')]
    }
    case 'expenses': {
      const { date, client, project, description, category } = value
      const amount =
        record?.table === 'expenses'
          ? formatMoney(record.expense.amount, record.expense.currency, locale)
          : String(value.amount)
      return [formatDate(date), client, project, description, category, amount]
    }
    case 'clients':
      return [value.client, value.email, value.phone, [value.address, value.city].filter(Boolean).join(', ')]
    case 'projects': {
      const { project, client, start_date, end_date } = value
      return [project, client, start_date ? formatDate(start_date) : '', end_date ? formatDate(end_date) : '']
    }
  }
}

/** True if the plan limits what an import creates. */
export async function hasLimits(ctx: Context): Promise<boolean> {
  const rooms = [await roomInPlan(ctx, 'clients'), await roomInPlan(ctx, 'projects')]
  return rooms.some(({ room }) => Number.isFinite(room))
}

/** The reason why the plan does not allow this; null if it does. */
export async function limitExceeded(
  ctx: Context,
  creates: Pick<RecordCounts, 'clients' | 'projects'>,
): Promise<HttpError | null> {
  for (const kind of ['clients', 'projects'] as const) {
    const { room, plan } = await roomInPlan(ctx, kind)
    if (creates[kind] <= room) continue
    const more = room === 0 ? 'no more' : `only ${formatCount(room)} more`
    return limitReached(
      plan,
      kind,
      `This import would create ${describeCounts({ ...store.NO_RECORDS, [kind]: creates[kind] })}, and your ${plan.name} plan allows ${more}. Upgrade your plan, or import fewer.`,
    )
  }
  return null
}
