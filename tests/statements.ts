import { loadModule, parseSync } from 'libpg-query'

/** The column by which a table is distributed. */
export type DistributedTables = ReadonlyMap<string, string>

type Tree = { [key: string]: unknown }

/** The tables of a statement that it reads or writes for more than one account, as far as its text says. */
export async function tablesOfManyAccounts(text: string, distributed: DistributedTables): Promise<string[]> {
  await loadModule()
  const { stmts = [] } = parseSync(text)
  const found = new Set<string>()
  for (const { stmt } of stmts) visit(stmt, { distributed, named: namesOfQueries(stmt), found })
  return [...found]
}

interface Search {
  distributed: DistributedTables
  /** Queries that the statement names by `with`. */
  named: ReadonlySet<string>
  found: Set<string>
}

const QUERIES = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']

/** Every query within, each with its own tables and conditions. */
function visit(node: unknown, search: Search): void {
  for (const [type, inner] of childrenOf(node)) {
    if (QUERIES.includes(type) && isTree(inner)) checkQuery(type, inner, search)
    // The parts of a union are queries without a wrapper.
    if ((type === 'larg' || type === 'rarg') && isTree(inner)) checkQuery('SelectStmt', inner, search)
    visit(inner, search)
  }
}

interface TableInQuery {
  table: string
  alias: string
  column: string
}

function checkQuery(type: string, query: Tree, { distributed, named, found }: Search): void {
  const tables: TableInQuery[] = []
  const pins = pinsIn(query.whereClause)
  const add = (range: unknown) => {
    if (!isTree(range) || typeof range.relname !== 'string') return
    const column = distributed.get(range.relname)
    const isPublic = range.schemaname === undefined || range.schemaname === 'public'
    if (!column || !isPublic || named.has(range.relname)) return
    const alias = isTree(range.alias) ? String(range.alias.aliasname) : range.relname
    tables.push({ table: range.relname, alias, column })
  }
  const addFrom = (node: unknown) => {
    for (const [kind, inner] of childrenOf(node)) {
      if (kind === 'RangeVar') add(inner)
      if (kind !== 'JoinExpr' || !isTree(inner)) continue
      pins.push(...pinsIn(inner.quals))
      addFrom(inner.larg)
      addFrom(inner.rarg)
    }
  }
  for (const from of [...asList(query.fromClause), ...asList(query.usingClause)]) addFrom(from)
  if (type === 'InsertStmt') checkInsert(query, { distributed, found })
  if (type === 'UpdateStmt' || type === 'DeleteStmt') add(query.relation)
  for (const table of unpinned(tables, pins)) found.add(table)
}

function checkInsert({ relation, cols }: Tree, { distributed, found }: Omit<Search, 'named'>): void {
  if (!isTree(relation)) return
  const table = String(relation.relname)
  const named = asList(cols).flatMap((node) => childrenOf(node).map(([, column]) => column))
  const column = distributed.get(table)
  if (column && !named.some((one) => isTree(one) && one.name === column)) found.add(table)
}

/** The tables whose account is neither given nor that of another table with a given one. */
function unpinned(tables: TableInQuery[], pins: Pin[]): string[] {
  const isOf = ({ alias, column }: TableInQuery, one: Column | null) =>
    one?.name === column && (one.owner === alias || (one.owner === null && tables.length === 1))
  const tableOf = (one: Column | null) => tables.find((table) => isOf(table, one))
  const done = new Set<TableInQuery>()
  for (let before = -1; before < done.size; ) {
    before = done.size
    for (const { column, equals } of pins) {
      const table = tableOf(column)
      const other = tableOf(equals)
      if (table && (!other || done.has(other))) done.add(table)
    }
  }
  return tables.filter((table) => !done.has(table)).map(({ table }) => table)
}

interface Column {
  owner: string | null
  name: string
}

/** A column that equals another one, or some value. */
interface Pin {
  column: Column
  equals: Column | null
}

/** The equalities of a condition, in the query itself and not in queries within it. */
function pinsIn(condition: unknown): Pin[] {
  return childrenOf(condition).flatMap(([type, inner]) => {
    if (!isTree(inner) || QUERIES.includes(type)) return []
    if (type === 'A_Expr') return inner.kind === 'AEXPR_OP' && isEquality(inner) ? pinsOf(inner) : []
    if (type === 'SubLink') return columnsOf(inner.testexpr).map((column) => ({ column, equals: null }))
    if (type === 'BoolExpr') {
      const parts = asList(inner.args).map(pinsIn)
      return inner.boolop === 'OR_EXPR' ? inAll(parts) : inner.boolop === 'AND_EXPR' ? parts.flat() : []
    }
    return []
  })
}

function pinsOf({ lexpr, rexpr }: Tree): Pin[] {
  const [left, right] = [columnsOf(lexpr), columnsOf(rexpr)]
  return [
    ...left.map((column, index) => ({ column, equals: right[index] ?? null })),
    ...right.map((column, index) => ({ column, equals: left[index] ?? null })),
  ]
}

const isEquality = ({ name }: Tree): boolean =>
  asList(name).some((node) => childrenOf(node).some(([, inner]) => isTree(inner) && inner.sval === '='))

/** A column, or the columns of a row. */
const columnsOf = (node: unknown): Column[] =>
  childrenOf(node).flatMap(([type, inner]) => {
    if (!isTree(inner)) return []
    if (type === 'RowExpr') return asList(inner.args).flatMap(columnsOf)
    if (type !== 'ColumnRef') return []
    const names = asList(inner.fields).flatMap((field) =>
      childrenOf(field).flatMap(([, part]) => (isTree(part) && part.sval ? [String(part.sval)] : [])),
    )
    const name = names.at(-1)
    return name === undefined ? [] : [{ owner: names.at(-2) ?? null, name }]
  })

/** The equalities of every part of an `or`. */
const inAll = ([first = [], ...rest]: Pin[][]): Pin[] =>
  first.filter(({ column: { owner, name } }) =>
    rest.every((part) => part.some(({ column }) => column.owner === owner && column.name === name)),
  )

function namesOfQueries(node: unknown, names = new Set<string>()): Set<string> {
  for (const [type, inner] of childrenOf(node)) {
    if (type === 'CommonTableExpr' && isTree(inner)) names.add(String(inner.ctename))
    namesOfQueries(inner, names)
  }
  return names
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const childrenOf = (node: unknown): [string, unknown][] => (isTree(node) ? Object.entries(node) : [])
