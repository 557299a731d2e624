import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Db } from '#server/database/database.ts'
import { PLAN_EACH_TIME } from '#server/database/driver.ts'
import { jsonRows } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { MAX_RESULTS, type ResultKind, type ResultOf } from './contract.ts'
import type { ReadQuery, Term } from './rules/query.ts'

export interface Found {
  clients: ResultOf<'client'>[]
  projects: ResultOf<'project'>[]
  invoices: (ResultOf<'invoice'> & { due_date: DateOnly | null; rank: number })[]
  credit_notes: (ResultOf<'credit_note'> & { rank: number })[]
  time_entries: ResultOf<'time_entry'>[]
  expenses: ResultOf<'expense'>[]
}

/** All kinds in one statement. */
export async function search(db: Db, accountId: AccountId, query: ReadQuery): Promise<Found> {
  const { rows } = await sql<Found>`${PLAN_EACH_TIME} select
    ${jsonRows(clientsFor(accountId, query))} as clients,
    ${jsonRows(projectsFor(accountId, query))} as projects,
    ${jsonRows(invoicesFor(accountId, query))} as invoices,
    ${jsonRows(creditNotesFor(accountId, query))} as credit_notes,
    ${jsonRows(timeFor(accountId, query))} as time_entries,
    ${jsonRows(expensesFor(accountId, query))} as expenses`.execute(db)
  if (!rows[0]) throw new Error('a search returned no row')
  return rows[0]
}

const asKind = (kind: ResultKind) => sql`${sql.lit(kind)} as kind`

const FEW = sql.lit(MAX_RESULTS)

const clientsFor = (accountId: AccountId, query: ReadQuery) => sql`
  select ${asKind('client')}, id, name, company, archived_at is not null as archived
  from clients
  where account_id = ${accountId} and erased_at is null and ${hasAllWords(query, (word) => contains('search', word))}
  order by archived_at is not null, ${rankOf(query, 'name_key')}, id desc limit ${FEW}`

const projectsFor = (accountId: AccountId, query: ReadQuery) => sql`
  select ${asKind('project')}, p.id, p.name, c.name as client_name, p.status
  from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
  where p.account_id = ${accountId} and ${hasAllWords(query, (word) => isInProject(word))}
  order by p.status = 'cancelled', ${rankOf(query, 'p.name_key')}, p.status <> 'active', p.id desc limit ${FEW}`

const isInProject = (word: Term) => sql`(${contains('p.search', word)} or ${contains('c.name_key', word)})`

const invoicesFor = (accountId: AccountId, query: ReadQuery) => sql`
  select ${asKind('invoice')}, i.id, i.invoice_number, i.number, i.client_name, i.issue_date, i.due_date, i.status, i.currency,
    i.total, i.balance, ${rankOfInvoice(query)} as rank
  from invoices i
  where i.account_id = ${accountId} and (${isInInvoice(query.whole)} or ${hasAllWords(query, isInInvoice)})
  order by rank, i.id desc limit ${FEW}`

const isInInvoice = (term: Term) =>
  sql`(${contains('i.search', term)} or ${hasNumber(term)} or ${hasAmount(term, 'i', ['i.total', 'i.balance'])})`

/** `search` of an invoice is its number, a line break and the client's name. */
const rankOfInvoice = ({ whole }: ReadQuery) => sql<number>`case
  when ${hasNumber(whole)} then 0
  when ${hasAmount(whole, 'i', ['i.total', 'i.balance'])} then 1
  when ${beginsWith('i.search', whole)} then 2
  when ${contains('i.search', { text: `\n${whole.text}` })} then 3
  else 4 end`

const hasNumber = ({ number }: Term): RawBuilder<SqlBool> =>
  number
    ? sql`(i.number = ${number.number} and ${beginsWith('i.search', { text: number.prefix })})`
    : sql`false`

/** Also by what finds the invoice that they credit. */
const creditNotesFor = (accountId: AccountId, query: ReadQuery) => sql`
  select ${asKind('credit_note')}, n.id, n.invoice_id, n.credit_note_number, i.invoice_number, i.client_name, n.issue_date,
    n.status, i.currency, n.total, ${rankOfCreditNote(query)} as rank
  from credit_notes n join invoices i on i.account_id = n.account_id and i.id = n.invoice_id
  where n.account_id = ${accountId} and (${isInCreditNote(query.whole)} or ${hasAllWords(query, isInCreditNote)})
  order by rank, n.id desc limit ${FEW}`

const isInCreditNote = (term: Term) =>
  sql`(${contains('i.search', term)} or ${hasCreditNumber(term)} or ${hasCredit(term)}
    or ${beginsWithNumber(term)})`

const rankOfCreditNote = ({ whole }: ReadQuery) => sql<number>`case
  when ${hasCreditNumber(whole)} then 0
  when ${hasCredit(whole)} then 1
  else 2 end`

const hasCreditNumber = ({ number }: Term): RawBuilder<SqlBool> =>
  number
    ? sql`(n.number = ${number.number} and lower(n.prefix) like ${`${escapePattern(number.prefix)}%`})`
    : sql`false`

const beginsWithNumber = ({ text }: Term) =>
  sql<SqlBool>`lower(n.credit_note_number) like ${`${escapePattern(text)}%`}`

/** The currency is that of the invoice. */
const hasCredit = (term: Term) => hasAmount(term, 'i', ['n.total'])

const timeFor = (accountId: AccountId, query: ReadQuery) => {
  const hasWord = (word: Term) => sql`(${contains('t.search', word)} or ${isOnProject('t', accountId, word)})`
  const found = sql`select t.id, t.project_id, t.description, t.date, t.hours, t.search from time_entries t
    where t.account_id = ${accountId} and ${hasAllWords(query, hasWord)}`
  return sql`
    select ${asKind('time_entry')}, t.id, t.description, p.name as project_name, c.name as client_name, t.date, t.hours
    from (${firstOf(newestOf('t', found), rankOf(query, 'search'))}) t
    join projects p on p.account_id = ${accountId} and p.id = t.project_id
    left join clients c on c.account_id = ${accountId} and c.id = p.client_id
    order by t.rank, t.date desc, t.id desc`
}

const expensesFor = (accountId: AccountId, query: ReadQuery) => {
  const hasWord = (word: Term) => sql`(${contains('e.search', word)} or ${isOnProject('e', accountId, word)}
    or ${isForClient(accountId, word)} or ${hasAmount(word, 'e', ['e.amount'])})`
  const hasWhole = hasAmount(query.whole, 'e', ['e.amount'])
  const found = sql`
    select e.id, e.project_id, e.client_id, e.description, e.category, e.date, e.currency, e.amount, e.search,
      ${hasWhole} as has_amount
    from expenses e where e.account_id = ${accountId} and (${hasWhole} or ${hasAllWords(query, hasWord)})`
  const rank = sql<number>`case when has_amount then -1 else ${rankOf(query, 'search')} end`
  return sql`
    select ${asKind('expense')}, e.id, e.description, e.category, p.name as project_name, c.name as client_name, e.date,
      e.currency, e.amount
    from (${firstOf(newestOf('e', found), rank)}) e
    left join projects p on p.account_id = ${accountId} and p.id = e.project_id
    left join clients c on c.account_id = ${accountId} and c.id = coalesce(e.client_id, p.client_id)
    order by e.rank, e.date desc, e.id desc`
}

/** The project or its client has the word in its name. They are few, so PostgreSQL finds them once and looks them up. */
const isOnProject = (
  table: 't' | 'e',
  accountId: AccountId,
  word: Term,
) => sql`${sql.ref(`${table}.project_id`)} in (
  select p.id from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
  where p.account_id = ${accountId} and (${contains('p.name_key', word)} or ${contains('c.name_key', word)})
)`

const isForClient = (accountId: AccountId, word: Term) => sql`e.client_id in (
  select c.id from clients c where c.account_id = ${accountId} and ${contains('c.name_key', word)}
)`

/** Only the newest are ranked, so that the search for a common word ends early. */
const newestOf = (table: 't' | 'e', rows: RawBuilder<unknown>) =>
  sql`${rows} order by ${sql.ref(`${table}.date`)} desc, ${sql.ref(`${table}.id`)} desc limit 200`

const firstOf = (rows: RawBuilder<unknown>, rank: RawBuilder<number>) =>
  sql`select *, ${rank} as rank from (${rows}) found order by rank, date desc, id desc limit ${FEW}`

const hasAllWords = ({ words }: ReadQuery, matches: (word: Term) => RawBuilder<unknown>) =>
  sql<SqlBool>`(${sql.join(words.map(matches), sql` and `)})`

/** One of these columns has the amount. The currency is that of the table. */
const hasAmount = ({ amounts }: Term, table: string, columns: string[]): RawBuilder<SqlBool> =>
  amounts.length === 0
    ? sql`false`
    : sql`(${sql.join(
        amounts.map((amount) => {
          const equals = columns.map((column) => sql`${sql.ref(column)} = any(${amount.amounts}::bigint[])`)
          const isIn = sql`${sql.ref(`${table}.currency`)} = any(${amount.currencies}::text[])`
          return sql`(${sql.join(equals, sql` or `)}) and ${isIn}`
        }),
        sql` or `,
      )})`

/** Exact, at the beginning, at the beginning of a word, within, or spread over other columns. */
const rankOf = ({ whole }: ReadQuery, column: string) => sql<number>`case
  when ${sql.ref(column)} = ${whole.text} then 0
  when ${beginsWith(column, whole)} then 1
  when ${contains(column, { text: ` ${whole.text}` })} then 2
  when ${contains(column, whole)} then 3
  else 4 end`

/** `like` takes half the time of `strpos`, which matters where every entry of an account is read. */
const contains = (column: string, { text }: Pick<Term, 'text'>) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${escapePattern(text)}%`}`

const beginsWith = (column: string, { text }: Pick<Term, 'text'>) =>
  sql<SqlBool>`${sql.ref(column)} like ${`${escapePattern(text)}%`}`

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
