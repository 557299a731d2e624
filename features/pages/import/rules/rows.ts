import type { DateOnly } from '#core/calendar.ts'
import { COUNTRIES, type Country, countryName } from '#core/country.ts'
import type { Currency } from '#core/currency.ts'
import { formatDecimalHours } from '#core/format.ts'
import { foldCase, isEmail, isPhone, truncate } from '#core/text.ts'
import { MAX_ENTRY_HOURS, type Seconds, toSeconds } from '#core/units.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'
import type { ImportField, ImportNoun, ImportSettings } from '../contract.ts'
import { DATE_FIELDS, NUMBER_FIELDS } from './columns.ts'
import { readAmount, readCurrency, readDate, readDuration, readTime, readYesOrNo } from './values.ts'

/** Amounts and rates are in units of the currency, since only the project tells it where the file does not. */
export interface TimeRow {
  noun: 'time'
  client: string
  project: string
  description: string
  date: DateOnly
  hours: Seconds
  started_at: Date | null
  ended_at: Date | null
  is_billable: boolean
  is_billed: boolean
  rate: number | null
  amount: number | null
  currency: Currency | null
}

export interface ExpenseRow {
  noun: 'expenses'
  client: string
  project: string
  description: string
  category: ExpenseCategory
  date: DateOnly
  amount: number
  currency: Currency | null
  exchange_rate: number | null
  is_billable: boolean
  is_billed: boolean
}

export interface ClientRow {
  noun: 'clients'
  client: string
  email: string
  phone: string
  company: string
  address: string
  postal_code: string
  city: string
  country: Country | ''
  tax_id: string
  notes: string
  currency: Currency | null
  rate: number | null
}

export interface ProjectRow {
  noun: 'projects'
  client: string
  project: string
  description: string
  start_date: DateOnly | null
  end_date: DateOnly | null
  rate: number | null
  currency: Currency | null
  estimated_hours: Seconds | null
  budget_hours: Seconds | null
  budget_amount: number | null
}

export type ImportRow = TimeRow | ExpenseRow | ClientRow | ProjectRow

export type ReadRow = { row: number; cells: string[] } & ({ value: ImportRow } | { fault: string })

export interface RowReading extends Pick<ImportSettings, 'noun' | 'fields' | 'date_order' | 'decimal_sign'> {
  /** The currency that a header names, such as `Amount (USD)`. */
  currency: Currency | null
  /** The instant of a local time, `2024-10-15T09:05:00`, in the account's time zone. */
  instantAt(local: string): Date
}

/** Thrown by the readers below, and turned into the fault of the row. */
class Fault extends Error {}

/** One row of the file as a record, or what is wrong with it. */
export function readRow(row: number, cells: string[], reading: RowReading): ReadRow {
  try {
    return { row, cells, value: READERS[reading.noun](cellsByField(cells, reading), reading) }
  } catch (error) {
    if (error instanceof Fault) return { row, cells, fault: error.message }
    throw error
  }
}

type Cells = Partial<Record<ImportField, string>>

function cellsByField(cells: string[], { fields }: RowReading): Cells {
  const named: Cells = {}
  for (const [index, field] of fields.entries()) {
    if (field !== null) named[field] = cells[index]?.trim() ?? ''
  }
  for (const field of FIGURE_FIELDS) requireLength(named[field], field, MAX_FIGURE_LENGTH)
  return named
}

/** Longer ones are not even tried to be read. */
const MAX_FIGURE_LENGTH = 200
const FIGURE_FIELDS = [...DATE_FIELDS, ...NUMBER_FIELDS]

const READERS: Record<ImportNoun, (cells: Cells, reading: RowReading) => ImportRow> = {
  time: readTimeRow,
  expenses: readExpenseRow,
  clients: readClientRow,
  projects: readProjectRow,
}

function readTimeRow(cells: Cells, reading: RowReading): TimeRow {
  const span = readSpan(cells, reading)
  const hours = readHoursOf(cells, reading, span)
  const rate = positive(optionalAmount(cells, 'rate', reading))
  return {
    noun: 'time',
    ...readWorkNames(cells),
    description: description(cells),
    date: span.date,
    hours,
    started_at: span.started_at,
    ended_at: span.ended_at,
    is_billable: yesOrNo(cells, 'is_billable', true),
    is_billed: yesOrNo(cells, 'is_billed', false),
    rate,
    amount: positive(optionalAmount(cells, 'amount', reading)),
    currency: currencyOf(cells, reading),
  }
}

interface Span {
  date: DateOnly
  started_at: Date | null
  ended_at: Date | null
}

/** A start or an end may be a time only, or a date and a time in one cell. */
function readSpan(cells: Cells, reading: RowReading): Span {
  const start = moment(cells.date, cells.start_time, 'start time', reading)
  if (!start.date) throw new Fault('The date is missing')
  const end = moment(cells.end_date, cells.end_time, 'end time', reading)
  const started_at = start.time ? reading.instantAt(`${start.date}T${start.time}`) : null
  if (!started_at || !end.time) return { date: start.date, started_at, ended_at: null }
  const sameDay = reading.instantAt(`${end.date ?? start.date}T${end.time}`)
  // Without a date of its own, an end before the start is on the next day.
  const nextDay = end.date === null && sameDay < started_at
  const ended_at = nextDay ? new Date(sameDay.getTime() + 86_400_000) : sameDay
  if (ended_at < started_at) throw new Fault('It ends before it starts')
  return { date: start.date, started_at, ended_at }
}

function moment(
  dateCell = '',
  timeCell = '',
  what: string,
  { date_order }: RowReading,
): { date: DateOnly | null; time: string | null } {
  const written = dateCell === '' ? null : date(dateCell, date_order)
  if (timeCell === '') return { date: written?.date ?? null, time: written ? readTime(written.time) : null }
  const time = readTime(timeCell)
  if (time) return { date: written?.date ?? null, time }
  const both = readDate(timeCell, date_order)
  if (!both) throw new Fault(`${quote(timeCell)} is not a ${what}`)
  return { date: written?.date ?? both.date, time: readTime(both.time) }
}

function date(text: string, order: RowReading['date_order']) {
  const read = readDate(text, order)
  if (!read) throw new Fault(`${quote(text)} is not a date`)
  return read
}

const optionalDate = (text = '', { date_order }: RowReading): DateOnly | null =>
  text === '' ? null : date(text, date_order).date

const MOST_HOURS = formatDecimalHours(MAX_ENTRY_HOURS, 'en-US')

function readHoursOf(cells: Cells, { decimal_sign }: RowReading, { started_at, ended_at }: Span): Seconds {
  const text = cells.hours ?? ''
  const elapsed =
    started_at && ended_at ? Math.round((ended_at.getTime() - started_at.getTime()) / 1000) : null
  const hours = text === '' ? elapsed : readDuration(text, decimal_sign)
  if (hours === null)
    throw new Fault(text === '' ? 'The duration is missing' : `${quote(text)} is not a duration`)
  if (hours <= 0) throw new Fault('The duration is zero')
  if (hours > MAX_ENTRY_HOURS) throw new Fault(`It has more than ${MOST_HOURS} hours`)
  return hours
}

function readExpenseRow(cells: Cells, reading: RowReading): ExpenseRow {
  const amount = optionalAmount(cells, 'amount', reading)
  if (amount === null) throw new Fault('The amount is missing')
  const category = categoryNamed(cells.category)
  const written = text(cells, 'description', 500)
  return {
    noun: 'expenses',
    ...readWorkNames(cells),
    description: written || truncate(cells.category || category, 500),
    category,
    date: optionalDate(cells.date, reading) ?? fail('The date is missing'),
    amount,
    currency: currencyOf(cells, reading),
    exchange_rate: exchangeRate(cells, reading),
    is_billable: yesOrNo(cells, 'is_billable', false),
    is_billed: yesOrNo(cells, 'is_billed', false),
  }
}

function exchangeRate(cells: Cells, reading: RowReading): number | null {
  const rate = positive(optionalAmount(cells, 'exchange_rate', reading))
  if (rate !== null && rate > 1_000_000_000) throw new Fault('The exchange rate is too large')
  return rate
}

const CATEGORY_WORDS: readonly [word: RegExp, category: ExpenseCategory][] = [
  [/office|suppl|postage|buro|fourniture/, 'Office Supplies'],
  [/software|tool|hosting|domain|subscription|saas|internet/, 'Software & Tools'],
  [/travel|transport|mileage|hotel|flight|lodging|train|taxi|reise|voyage|viaje/, 'Travel'],
  [/meal|food|entertain|restaurant|bewirtung|repas|comida/, 'Meals & Entertainment'],
  [/legal|account|profession|consult|contract|beratung/, 'Professional Services'],
  [/market|advert|werbung|publicit/, 'Marketing'],
  [/equipment|hardware|computer|gerat/, 'Equipment'],
  [/train|educat|course|book|conference|fortbildung/, 'Training & Education'],
]

function categoryNamed(text = ''): ExpenseCategory {
  const folded = foldCase(text)
  const exact = ExpenseCategory.options.find((category) => foldCase(category) === folded)
  return exact ?? CATEGORY_WORDS.find(([word]) => word.test(folded))?.[1] ?? 'Other'
}

function readClientRow(cells: Cells, reading: RowReading): ClientRow {
  const company = text(cells, 'company', 200)
  const client = text(cells, 'client', 200) || company
  if (client === '') throw new Fault('The name is missing')
  const { email, phone, notes } = readContact(cells)
  const { country, unknown } = readCountry(cells.country)
  return {
    noun: 'clients',
    client,
    email,
    phone,
    company: company === client ? '' : company,
    address: [text(cells, 'address', 10_000), unknown].filter(Boolean).join('\n'),
    postal_code: text(cells, 'postal_code', 20),
    city: text(cells, 'city', 200),
    country,
    tax_id: text(cells, 'tax_id', 50),
    notes,
    currency: currencyOf(cells, reading),
    rate: positive(optionalAmount(cells, 'rate', reading)),
  }
}

/** Keeps unusable addresses and numbers in the notes. */
function readContact(cells: Cells): Pick<ClientRow, 'email' | 'phone' | 'notes'> {
  const [email, phone] = [text(cells, 'email', 200), text(cells, 'phone', 200)]
  const unusable = [
    email !== '' && !isEmail(email) && `Email: ${email}`,
    phone !== '' && !isPhone(phone) && `Phone: ${phone}`,
  ]
  return {
    email: isEmail(email) ? email : '',
    phone: isPhone(phone) ? phone : '',
    notes: [text(cells, 'notes', 9000), ...unusable].filter(Boolean).join('\n'),
  }
}

const COUNTRY_BY_NAME = new Map(COUNTRIES.map((code) => [foldCase(countryName(code)), code]))

function readCountry(text = ''): { country: Country | ''; unknown: string } {
  const code = text.toUpperCase()
  const country = COUNTRIES.includes(code) ? code : (COUNTRY_BY_NAME.get(foldCase(text)) ?? '')
  return { country, unknown: country === '' ? truncate(text, 200) : '' }
}

function readProjectRow(cells: Cells, reading: RowReading): ProjectRow {
  const project = text(cells, 'project', 200) || fail('The name is missing')
  const start_date = optionalDate(cells.start_date, reading)
  const end_date = optionalDate(cells.end_date, reading)
  if (start_date && end_date && end_date < start_date) throw new Fault('It ends before it starts')
  return {
    noun: 'projects',
    client: text(cells, 'client', 200),
    project,
    description: text(cells, 'description', 10_000),
    start_date,
    end_date,
    rate: positive(optionalAmount(cells, 'rate', reading)),
    currency: currencyOf(cells, reading),
    estimated_hours: hoursIn(optionalAmount(cells, 'estimated_hours', reading)),
    ...readBudget(cells, reading),
  }
}

/** A budget of hours unless its unit says that it is money. */
function readBudget(cells: Cells, reading: RowReading): Pick<ProjectRow, 'budget_hours' | 'budget_amount'> {
  const budget = positive(optionalAmount(cells, 'budget', reading))
  const isMoney = /fee|cost|amount|money|spend/i.test(cells.budget_by ?? '')
  return isMoney
    ? { budget_hours: null, budget_amount: budget }
    : { budget_hours: hoursIn(budget), budget_amount: null }
}

const hoursIn = (hours: number | null): Seconds | null =>
  hours === null || hours === 0 ? null : toSeconds(Math.min(hours, 100_000))

/** Time needs a project: without a name it goes to one that is called like its client. */
const readWorkNames = (cells: Cells) => ({
  client: text(cells, 'client', 200),
  project: text(cells, 'project', 200),
})

/** "Design: First drafts", where the file has a task beside the description. */
function description(cells: Cells): string {
  const [task, written] = [text(cells, 'task', 1000), text(cells, 'description', 10_000)]
  if (task === '' || written === '' || task === written) return written || task
  return text({ description: `${task}: ${written}` }, 'description', 10_000)
}

const FIELD_NAMES: Partial<Record<ImportField, string>> = {
  client: 'name of the client',
  project: 'name of the project',
  hours: 'duration',
  estimated_hours: 'estimate',
  tax_id: 'tax ID',
}

const nameOf = (field: ImportField): string => FIELD_NAMES[field] ?? field.replace('_', ' ')

const INVISIBLE_ONLY = /^[\s\p{Control}\p{Default_Ignorable_Code_Point}\u2800]*$/u

function text(cells: Cells, field: ImportField, most: number): string {
  const written = cells[field] ?? ''
  requireLength(written, field, most)
  if (written.includes('\0'))
    throw new Fault(`The ${nameOf(field)} contains a character that cannot be stored`)
  return INVISIBLE_ONLY.test(written) ? '' : written
}

function requireLength(written = '', field: ImportField, most: number): void {
  if (written.length > most)
    throw new Fault(`The ${nameOf(field)} has more than ${most.toLocaleString('en-US')} characters`)
}

const LARGEST_AMOUNT = 999_999_999.99

function optionalAmount(cells: Cells, field: ImportField, { decimal_sign }: RowReading): number | null {
  const written = cells[field] ?? ''
  if (written === '') return null
  const amount = readAmount(written, decimal_sign)
  if (amount === null) throw new Fault(`${quote(written)} is not a number`)
  if (amount < 0) throw new Fault(`${quote(written)} is less than zero`)
  if (amount > LARGEST_AMOUNT) throw new Fault(`${quote(written)} is too large`)
  return amount
}

/** Exports write 0.00 where there is no rate. */
const positive = (amount: number | null): number | null => amount || null

function yesOrNo(cells: Cells, field: ImportField, otherwise: boolean): boolean {
  const written = cells[field] ?? ''
  if (written === '') return otherwise
  return readYesOrNo(written) ?? fail(`${quote(written)} is neither yes nor no`)
}

function currencyOf(cells: Cells, reading: RowReading): Currency | null {
  const written = cells.currency ?? ''
  if (written === '') return reading.currency
  return readCurrency(written) ?? fail(`${quote(written)} is not a currency`)
}

/** The cell as it is cited; a long one is cut. */
const quote = (cell: string): string => truncate(cell.replaceAll('\0', '').slice(0, 400), 40)

function fail(message: string): never {
  throw new Fault(message)
}
