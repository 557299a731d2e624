import type { Currency } from '#core/currency.ts'
import { exchange } from '#core/exchange.ts'
import { fits, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { foldCase, truncateName } from '#core/text.ts'
import { HOUR } from '#core/units.ts'
import { findProjectsNamed } from '#features/engagement/projects/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { proposeRate } from '#features/foundation/currencies/actions.ts'
import type { Context } from '#server/context.ts'
import type { ImportSettings } from '../contract.ts'
import type { ExpenseRow, ImportRow, ReadRow } from '../rules/rows.ts'
import * as recordStore from '../store/records.ts'
import {
  differs,
  expenseKey,
  isPriced,
  type KnownProject,
  type NewRecord,
  newClient,
  newKeys,
  newProject,
  projectNameOf,
  timeKey,
  timeRecord,
} from './new-records.ts'

/** Creates what rows name and Daybook does not have; a preview only counts. Both give ids in the order of the records. */
export interface Creator {
  clients(clients: recordStore.NewClient[]): Promise<number[]>
  projects(projects: recordStore.NewProject[]): Promise<number[]>
}

/** The result of a row. */
export type PlacedRow = { read: ReadRow } & (
  | { outcome: 'fault'; fault: string }
  | { outcome: 'duplicate'; value: ImportRow }
  | { outcome: 'new'; value: ImportRow; record: NewRecord }
)

/** Finds or creates the clients and projects of rows, and recognizes duplicates. Remembers what earlier rows named. */
export class Placement {
  readonly #ctx: Context
  readonly #importId: number
  readonly #settings: ImportSettings
  readonly #creator: Creator
  readonly #clients = new Map<string, recordStore.KnownClient>()
  readonly #clientNames = new Set<string>()
  readonly #projects = new Map<string, KnownProject[]>()
  readonly #starts = new Set<string>()
  readonly #rates = new Map<Currency, number | null>()
  #accountRate: MinorUnits | null | undefined

  constructor(ctx: Context, importId: number, settings: ImportSettings, creator: Creator) {
    this.#ctx = ctx
    this.#importId = importId
    this.#settings = settings
    this.#creator = creator
  }

  async place(rows: readonly ReadRow[]): Promise<PlacedRow[]> {
    const values = rows.flatMap((read) => ('value' in read ? [read.value] : []))
    await this.#findClients(values)
    await this.#findProjects(values)
    const priced = await this.#withExpenseFaults(rows)
    const wanted = priced.flatMap((read) => ('value' in read ? [read.value] : []))
    switch (this.#settings.noun) {
      case 'clients':
        return this.#placeClients(priced)
      case 'projects':
        await this.#createClients(wanted)
        return this.#placeProjects(priced)
      case 'time':
        return this.#placeTime(await this.#withProjects(priced))
      case 'expenses':
        return this.#placeExpenses(await this.#withProjects(priced))
    }
  }

  async #findClients(rows: readonly ImportRow[]): Promise<void> {
    const keys = newKeys(
      rows.map(({ client }) => client),
      this.#clientNames,
    )
    if (keys.length === 0) return
    for (const client of await recordStore.findClientsNamed(this.#ctx.db, this.#ctx.accountId, keys)) {
      if (!this.#clients.has(client.name_key)) this.#clients.set(client.name_key, client)
    }
  }

  async #findProjects(rows: readonly ImportRow[]): Promise<void> {
    const named = rows.map(projectNameOf).map(foldCase)
    const keys = [...new Set(named)].filter((key) => key !== '' && !this.#projects.has(key))
    if (keys.length === 0) return
    for (const key of keys) this.#projects.set(key, [])
    for (const { name_key, ...project } of await findProjectsNamed(this.#ctx, keys)) {
      this.#projects.get(name_key)?.push(project)
    }
  }

  async #createClients(rows: readonly ImportRow[]): Promise<void> {
    const missing = new Map<string, recordStore.NewClient>()
    for (const row of rows) {
      const key = foldCase(row.client)
      if (key === '' || this.#clients.has(key) || missing.has(key)) continue
      missing.set(key, { ...NO_DETAILS, name: row.client, currency: row.currency ?? this.#ctx.currency })
    }
    await this.#addClients([...missing.values()])
  }

  async #addClients(clients: recordStore.NewClient[]): Promise<void> {
    if (clients.length === 0) return
    const ids = await this.#creator.clients(clients)
    for (const [index, { name, currency, hourly_rate }] of clients.entries()) {
      const name_key = foldCase(name)
      const id = ids[index]
      if (id === undefined) throw new Error('a client was not created')
      if (!this.#clients.has(name_key))
        this.#clients.set(name_key, { id, name, name_key, currency, hourly_rate })
    }
  }

  /** Rows that name another currency than their project, or a cancelled one, become faults; projects are created for the rest. */
  async #withProjects(rows: readonly ReadRow[]): Promise<WithProject[]> {
    const withFaults = rows.map((read) => this.#withProjectFault(read))
    const values = withFaults.flatMap((read) => ('value' in read ? [read.value] : []))
    await this.#createClients(values)
    const missing = new Map<string, recordStore.NewProject>()
    for (const row of values) {
      const name = projectNameOf(row)
      if (name === '' || this.#projectOf(row)) continue
      const client = this.#clientOf(row)
      const key = JSON.stringify([client?.id ?? null, foldCase(name)])
      if (missing.has(key)) continue
      const currency = row.currency ?? client?.currency ?? this.#ctx.currency
      missing.set(key, { ...NO_PLAN, client_id: client?.id ?? null, name, currency })
    }
    await this.#addProjects([...missing.values()])
    // A project that an earlier row of these has created may have another currency.
    return withFaults.map((read) => {
      const checked = this.#withProjectFault(read)
      return { read: checked, project: 'value' in checked ? this.#projectOf(checked.value) : undefined }
    })
  }

  async #addProjects(projects: recordStore.NewProject[]): Promise<void> {
    if (projects.length === 0) return
    const ids = await this.#creator.projects(projects)
    for (const [index, project] of projects.entries()) {
      const id = ids[index]
      if (id === undefined) throw new Error('a project was not created')
      const { name, client_id, currency } = project
      const rate = project.hourly_rate ?? (await this.#rateBeyondProject(client_id, currency))
      const known = { id, name, client_id, currency, status: 'active' as const, rate, rate_hours: HOUR }
      const key = foldCase(name)
      this.#projects.set(key, [...(this.#projects.get(key) ?? []), known])
    }
  }

  /** The rate of time on a project without one: the client's, else the account's. */
  async #rateBeyondProject(clientId: number | null, currency: Currency): Promise<MinorUnits | null> {
    const client = [...this.#clients.values()].find(({ id }) => id === clientId)
    if (client && client.currency === currency && client.hourly_rate !== null) return client.hourly_rate
    if (currency !== this.#ctx.currency) return null
    if (this.#accountRate === undefined) this.#accountRate = (await profileOf(this.#ctx)).hourly_rate
    return this.#accountRate
  }

  #clientOf({ client }: Pick<ImportRow, 'client'>): recordStore.KnownClient | undefined {
    return this.#clients.get(foldCase(client))
  }

  /** A row that names no client means the project of that name, for any client. */
  #projectOf(row: ImportRow): KnownProject | undefined {
    const called = this.#projects.get(foldCase(projectNameOf(row))) ?? []
    if (row.client === '') return called.find(({ client_id }) => client_id === null) ?? called[0]
    const client = this.#clientOf(row)
    return client && called.find(({ client_id }) => client_id === client.id)
  }

  #withProjectFault(read: ReadRow): ReadRow {
    if (!('value' in read)) return read
    const { value, row, cells } = read
    const project = this.#projectOf(value)
    if (!project) return read
    if (value.noun === 'time' && project.status === 'cancelled')
      return { row, cells, fault: `The project “${truncateName(project.name)}” is cancelled` }
    if (value.noun === 'time' && isPriced(value) && differs(value.currency, project.currency)) {
      const named = `The project “${truncateName(project.name)}” is in ${project.currency}`
      return { row, cells, fault: `${named}, and this row is in ${value.currency}` }
    }
    return read
  }

  async #placeTime(rows: readonly WithProject[]): Promise<PlacedRow[]> {
    const logged = await this.#findLoggedTime(rows)
    return rows.map(({ read, project }): PlacedRow => {
      if (!('value' in read)) return { read, outcome: 'fault', fault: read.fault }
      const { value } = read
      if (value.noun !== 'time' || !project) throw new Error('a row of time has no project')
      const record = timeRecord(value, project)
      if (!record) return { read, outcome: 'fault', fault: 'The rate is too large' }
      const isDuplicate = this.#isLogged(record.entry, logged)
      if (isDuplicate && !this.#settings.include_duplicates) return { read, outcome: 'duplicate', value }
      return { read, outcome: 'new', value, record }
    })
  }

  async #findLoggedTime(rows: readonly WithProject[]): Promise<Map<string, recordStore.LoggedTime[]>> {
    const days = new Map<string, { project_id: number; date: string }>()
    for (const { read, project } of rows) {
      if (!('value' in read) || read.value.noun !== 'time' || !project || project.id < 0) continue
      const { date } = read.value
      days.set(`${project.id} ${date}`, { project_id: project.id, date })
    }
    const found =
      days.size === 0
        ? []
        : await recordStore.findTimeOn(this.#ctx.db, this.#ctx.accountId, [...days.values()])
    return Map.groupBy(found, timeKey)
  }

  /**
   * Time that is the same in day, project, description and hours. Where both have a start, it must be the same too; two
   * rows of one file are the same only then.
   */
  #isLogged(entry: recordStore.NewTimeEntry, logged: ReadonlyMap<string, recordStore.LoggedTime[]>): boolean {
    const key = timeKey(entry)
    const start = entry.started_at?.getTime()
    const found = (logged.get(key) ?? []).some(({ started_at, import_id }) => {
      if (start !== undefined && started_at !== null) return started_at.getTime() === start
      return import_id !== this.#importId
    })
    if (start === undefined) return found
    const repeated = this.#starts.has(`${key} ${start}`)
    this.#starts.add(`${key} ${start}`)
    return found || repeated
  }

  /** Requires that the worth of an expense in the home currency is known. */
  async #withExpenseFaults(rows: readonly ReadRow[]): Promise<ReadRow[]> {
    const checked: ReadRow[] = []
    for (const read of rows) {
      const fault =
        'value' in read && read.value.noun === 'expenses' ? await this.#expenseFault(read.value) : null
      checked.push(fault === null ? read : { row: read.row, cells: read.cells, fault })
    }
    return checked
  }

  async #expenseFault(row: ExpenseRow): Promise<string | null> {
    if (row.is_billable && !row.is_billed && row.project === '' && row.client === '')
      return 'It is billable, but names neither a project nor a client to bill it to'
    const currency = this.#expenseCurrency(row)
    if (currency === this.#ctx.currency) return null
    const rate = row.exchange_rate ?? (await this.#rateOf(currency))
    if (rate === null)
      return `The exchange rate is missing: how many ${this.#ctx.currency} is one ${currency} worth?`
    return fits(this.#homeAmount(row, currency, rate)) ? null : 'The amount is too large'
  }

  #expenseCurrency(row: ExpenseRow): Currency {
    const named = row.currency ?? this.#projectOf(row)?.currency ?? this.#clientOf(row)?.currency
    return named ?? this.#ctx.currency
  }

  async #rateOf(currency: Currency): Promise<number | null> {
    const known = this.#rates.get(currency)
    if (known !== undefined) return known
    const { exchange_rate } = await proposeRate(this.#ctx, currency)
    this.#rates.set(currency, exchange_rate)
    return exchange_rate
  }

  #homeAmount({ amount }: ExpenseRow, from: Currency, rate: number): MinorUnits {
    return exchange(toMinorUnits(amount, from), { from, to: this.#ctx.currency, rate })
  }

  async #placeExpenses(rows: readonly WithProject[]): Promise<PlacedRow[]> {
    const days = rows.flatMap(({ read }) =>
      'value' in read && read.value.noun === 'expenses' ? [read.value.date] : [],
    )
    const { db, accountId } = this.#ctx
    const found = await recordStore.findExpensesOn(db, accountId, this.#importId, [...new Set(days)])
    const logged = new Set(found.map(expenseKey))
    const placed: PlacedRow[] = []
    for (const { read, project } of rows) {
      if (!('value' in read)) placed.push({ read, outcome: 'fault', fault: read.fault })
      else if (read.value.noun === 'expenses') {
        const expense = await this.#expense(read.value, project)
        const isDuplicate = logged.has(expenseKey(expense)) && !this.#settings.include_duplicates
        const { value } = read
        if (isDuplicate) placed.push({ read, outcome: 'duplicate', value })
        else placed.push({ read, outcome: 'new', value, record: { table: 'expenses', expense } })
      }
    }
    return placed
  }

  async #expense(row: ExpenseRow, project: KnownProject | undefined): Promise<recordStore.NewExpense> {
    const currency = this.#expenseCurrency(row)
    const { category, description, date, is_billable, is_billed } = row
    const atHome = currency === this.#ctx.currency
    const rate = atHome ? null : (row.exchange_rate ?? (await this.#rateOf(currency)))
    const amount = toMinorUnits(row.amount, currency)
    const home_amount = rate === null ? amount : this.#homeAmount(row, currency, rate)
    return {
      project_id: project?.id ?? null,
      client_id: project ? null : (this.#clientOf(row)?.id ?? null),
      category,
      description,
      currency,
      amount,
      exchange_rate: rate,
      home_amount,
      date,
      is_billable,
      is_billed,
    }
  }

  async #placeClients(rows: readonly ReadRow[]): Promise<PlacedRow[]> {
    const named = new Set<string>()
    const created: recordStore.NewClient[] = []
    const placed = rows.map((read): PlacedRow => {
      if (!('value' in read)) return { read, outcome: 'fault', fault: read.fault }
      const { value } = read
      if (value.noun !== 'clients') throw new Error('a row is not a client')
      const key = foldCase(value.client)
      const isDuplicate = this.#clients.has(key) || named.has(key)
      if (isDuplicate && !this.#settings.include_duplicates) return { read, outcome: 'duplicate', value }
      named.add(key)
      created.push(newClient(value, value.currency ?? this.#ctx.currency))
      return { read, outcome: 'new', value, record: { table: 'clients' } }
    })
    await this.#addClients(created)
    return placed
  }

  async #placeProjects(rows: readonly ReadRow[]): Promise<PlacedRow[]> {
    const named = new Set<string>()
    const created: recordStore.NewProject[] = []
    const placed = rows.map((read): PlacedRow => {
      if (!('value' in read)) return { read, outcome: 'fault', fault: read.fault }
      const { value } = read
      if (value.noun !== 'projects') throw new Error('a row is not a project')
      const client = this.#clientOf(value)
      const key = JSON.stringify([client?.id ?? null, foldCase(value.project)])
      const isDuplicate = this.#projectOf(value) !== undefined || named.has(key)
      if (isDuplicate && !this.#settings.include_duplicates) return { read, outcome: 'duplicate', value }
      named.add(key)
      created.push(
        newProject(value, client?.id ?? null, value.currency ?? client?.currency ?? this.#ctx.currency),
      )
      return { read, outcome: 'new', value, record: { table: 'projects' } }
    })
    await this.#addProjects(created)
    return placed
  }
}

interface WithProject {
  read: ReadRow
  project: KnownProject | undefined
}

const NO_DETAILS: Omit<recordStore.NewClient, 'name' | 'currency'> = {
  email: '',
  phone: '',
  company: '',
  address: '',
  postal_code: '',
  city: '',
  country: '',
  tax_id: '',
  notes: '',
  hourly_rate: null,
}

const NO_PLAN: Omit<recordStore.NewProject, 'client_id' | 'name' | 'currency'> = {
  description: '',
  hourly_rate: null,
  estimated_hours: null,
  budget_hours: null,
  budget_amount: null,
  start_date: null,
  end_date: null,
}
