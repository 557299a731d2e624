import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, dbOnPool } from '#server/database/database.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The database's work for a call: queries, tables that it reads from end to end, and rows of each. */
export interface QueryCost {
  queries: number
  wholeTables: string[]
  rowsRead: Record<string, number>
}

/** Told by the database itself: `explain analyze` of every query that the call makes. */
export async function costIn(pool: pg.Pool, run: (db: Db) => Promise<unknown>): Promise<QueryCost> {
  const queries: CompiledQuery[] = []
  await run(dbOnPool(pool, { log: ({ query }) => void queries.push(query) }))
  const cost: QueryCost = { queries: queries.length, wholeTables: [], rowsRead: {} }
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    addUp(rows[0]['QUERY PLAN'][0].Plan, cost)
  }
  return cost
}

/** So many rows fit on a few pages, which no index reads faster. */
const SMALL_TABLE = 300

function addUp(plan: Plan, cost: QueryCost): void {
  const table = plan['Relation Name']
  if (table) {
    const found = plan['Actual Rows']
    const read = found + (plan['Rows Removed by Filter'] ?? 0)
    const isWhole = plan['Node Type'] === 'Seq Scan' && read > SMALL_TABLE
    if (isWhole) cost.wholeTables.push(table)
    const rows = plan['Node Type'] === 'Seq Scan' && !isWhole ? found : read
    cost.rowsRead[table] = (cost.rowsRead[table] ?? 0) + Math.round(rows * plan['Actual Loops'])
  }
  for (const inner of plan.Plans ?? []) addUp(inner, cost)
}
