import type { WorkFilter } from '#core/schemas.ts'
import type { Context } from '#server/context.ts'
import { MAX_UNBILLED, type Unbilled, type UnbilledProject } from './contract.ts'
import { sumsOf } from './rules.ts'
import * as store from './store.ts'

export async function listUnbilled(
  { db, accountId, timeZone }: Context,
  filter: WorkFilter,
): Promise<Unbilled> {
  const rows = await store.listUnbilled(db, accountId, timeZone, filter, MAX_UNBILLED + 1)
  const projects = byProject(rows.slice(0, MAX_UNBILLED))
  return { projects, sums: sumsOf(projects), truncated: rows.length > MAX_UNBILLED }
}

/** Work under its project, the projects by name. */
function byProject(rows: readonly store.UnbilledRow[]): UnbilledProject[] {
  const projects = new Map<number, UnbilledProject>()
  for (const row of rows) {
    const project = projects.get(row.project_id) ?? newProject(row)
    projects.set(project.project_id, project)
    addTo(project, row)
  }
  return [...projects.values()]
    .map((project) => ({ ...project, sums: sumsOf([project]) }))
    .sort((a, b) => a.project_name.localeCompare(b.project_name) || a.project_id - b.project_id)
}

const newProject = (row: store.UnbilledRow): UnbilledProject => ({
  project_id: row.project_id,
  project_name: row.project_name,
  client_id: row.client_id,
  client_name: row.client_name,
  currency: row.project_currency,
  fixed_fee: row.fixed_fee,
  time: [],
  expenses: [],
  fees: [],
  sums: [],
})

function addTo({ time, expenses, fees }: UnbilledProject, row: store.UnbilledRow): void {
  const { id, description } = row
  if (row.kind === 'time') {
    const { date, hours, rate, rate_unit, rate_hours, amount } = row
    time.push({ id, date, description, hours, rate, rate_unit, rate_hours, amount })
  } else if (row.kind === 'expense') {
    const { date, category, currency, amount } = row
    expenses.push({ id, date, description, category, currency, amount })
  } else {
    const { kind, date, version, approved_by, amount } = row
    fees.push({ kind, id, date, description, version, approved_by, amount })
  }
}
