import type { FastifyInstance } from 'fastify'
import { UNBILLED } from '#features/work/billing-status/rules.ts'
import { type FloorDatabase, sha256, signedIn } from './database.ts'
import { RATE_COLUMNS } from './rate.ts'
import { inUnits, itsInvoice, type Row } from './rows.ts'

export function addTimeCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/time-entries', async (request) => {
    const { account } = await signedIn(db, request)
    const entries = await db.query(
      'time entries',
      `with page as (
         select * from time_entries where account_id = $1 order by date desc, id desc limit 50
       ), days as (
         select date, sum(hours) as hours from time_entries
         where account_id = $1 and date between (select min(date) from page) and (select max(date) from page)
         group by date
       )
       select t.id, t.project_id, p.name as project_name, p.client_id, c.name as client_name, t.description, t.hours, t.date,
         t.started_at, t.ended_at, t.is_billable, t.is_billed, ${itsInvoice('t')}, p.currency, t.rate, case when t.rate_hours = 3600 then 'hour' else 'day' end as rate_unit,
         t.rate_hours, t.amount, t.version, days.hours as day_hours
       from page t
       join days on days.date = t.date
       join projects p on p.account_id = $1 and p.id = t.project_id
       left join clients c on c.account_id = $1 and c.id = p.client_id
       order by t.date desc, t.id desc`,
      [account],
    )
    return entries.map((entry) => inUnits(entry, 'hours', 'rate', 'rate_hours', 'amount', 'day_hours'))
  })

  floor.post<{ Body: Row }>('/api/time-entries', async (request, reply) => {
    const { account } = await signedIn(db, request)
    const { body, headers } = request
    const entry = await db.queryOne(
      'log time',
      `with project as (
         select p.id, p.name, p.client_id, c.name as client_name, p.currency, ${RATE_COLUMNS}
         from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
         where p.account_id = $1 and p.id = $2 and p.status <> 'cancelled'
         for key share of p
       ), entry as (
         insert into time_entries
           (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search, created_at)
         select $1, id, $3, $4, $5, $6, rate, rate_hours, $7, now() from project
         returning id, amount, version
       ), activity as (
         insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
         select $1, 'time_entry.created', 'user', json_build_object(
           'time_entry', json_build_object('id', entry.id, 'hours', $4::bigint),
           'project', json_build_object('id', project.id, 'name', project.name)), 'time_entry', entry.id, now()
         from entry, project
       ), creation as (
         insert into idempotency_keys (account_id, key, fingerprint, path, response, created_at)
         select $1, $8, $9, '/api/time-entries', json_build_object('id', entry.id, 'project_id', project.id,
           'project_name', project.name, 'client_id', client_id, 'client_name', client_name, 'description', $3::text, 'hours', $4 / 3600.0,
           'date', $5::date, 'is_billable', $6::boolean, 'currency', project.currency, 'rate', rate / 100.0,
           'rate_unit', rate_unit, 'rate_hours', rate_hours / 3600.0, 'amount', entry.amount / 100.0,
           'version', entry.version), now()
         from entry, project
       )
       select entry.id, project.name as project_name, project.client_id, project.client_name, project.currency, rate, rate_unit,
         rate_hours, entry.amount, entry.version
       from entry, project`,
      [
        account,
        body.project_id,
        body.description,
        Math.round(Number(body.hours) * 3600),
        body.date,
        body.is_billable,
        String(body.description).toLowerCase(),
        headers['idempotency-key'],
        sha256(JSON.stringify(body)).toString('hex'),
      ],
    )
    reply.status(201)
    return { ...body, ...UNMEASURED, ...UNBILLED, ...inUnits(entry, 'rate', 'rate_hours', 'amount') }
  })

  floor.post<{ Body: Row }>('/api/timer/start', async (request, reply) => {
    const { account } = await signedIn(db, request)
    const { body, headers } = request
    const timer = await db.queryOne('stop and start the timer', STOP_AND_START_TIMER, [
      account,
      body.project_id,
      body.description,
      body.is_billable,
      String(body.description).toLowerCase(),
      headers['idempotency-key'],
      sha256(JSON.stringify(body)).toString('hex'),
    ])
    reply.status(201)
    return { ...body, ...timer }
  })
}

const STOP_AND_START_TIMER = `
  with project as (
    select p.id, p.name, p.status, c.name as client_name, ${RATE_COLUMNS}
    from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
    where p.account_id = $1 and p.id = $2 and p.status <> 'cancelled'
    for key share of p
  ), before as (
    select description, is_billable, started_at from timers where account_id = $1 and started_at is not null
  ), timer as (
    insert into timers (account_id, id, project_id, description, is_billable, started_at, version)
    select $1, 1, id, $3, $4, now(), 2 from project
    on conflict (account_id) do update set id = timers.id + 1, project_id = excluded.project_id,
      description = excluded.description, is_billable = excluded.is_billable, started_at = excluded.started_at,
      stopped_at = excluded.started_at, reminded_at = null, version = timers.version + 1
    returning id, started_at, version
  ), entry as (
    insert into time_entries (account_id, project_id, description, hours, date, started_at, ended_at,
      is_billable, rate, rate_hours, search, created_at)
    select $1, project.id, before.description,
      greatest(1, round(extract(epoch from now() - before.started_at) / 36))::bigint, before.started_at::date,
      before.started_at, greatest(now(), before.started_at), before.is_billable, rate, rate_hours, $5, now()
    from project, before
    returning id, hours
  ), activity as (
    insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
    select $1, 'time_entry.created', 'user', json_build_object(
      'time_entry', json_build_object('id', entry.id, 'hours', entry.hours),
      'project', json_build_object('id', project.id, 'name', project.name)), 'time_entry', entry.id, now()
    from entry, project
  ), creation as (
    insert into idempotency_keys (account_id, key, fingerprint, path, response, created_at)
    select $1, $6, $7, '/api/timer/start', json_build_object('id', timer.id, 'project_id', project.id,
      'project_name', project.name, 'client_name', client_name, 'description', $3::text, 'is_billable', $4::boolean,
      'started_at', timer.started_at, 'version', timer.version), now()
    from timer, project
  )
  select timer.id, timer.started_at, timer.version, project.name as project_name,
    project.status as project_status, project.client_name
  from timer, project`

const UNMEASURED = { started_at: null, ended_at: null }
