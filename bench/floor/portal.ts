import { createHash } from 'node:crypto'
import { type Answer, amounts, type FloorDatabase, hours } from './visit.ts'

interface Link {
  account_id: number
  client_id: number
  client_name: string
  expires_at: Date
}

async function findLink(db: FloorDatabase, key = ''): Promise<Link> {
  const [account, token = ''] = key.split('.')
  return db.queryOne<Link>(
    'portal link',
    `select p.account_id, p.client_id, p.expires_at, c.name as client_name
     from portal_access p join clients c on c.account_id = p.account_id and c.id = p.client_id
     where p.account_id = $1 and p.token_hash = $2 and p.expires_at > now() and p.revoked_at is null`,
    [account, createHash('sha256').update(token).digest()],
  )
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The client's pages. The link is looked up, since it says who the client is. */
export const PORTAL: Record<string, Answer> = {
  'GET /api/client-portal/:id': async ({ db, ids: [key] }) => {
    const { client_name, expires_at } = await findLink(db, key)
    return { client: { name: client_name }, access: { expires_at } }
  },

  'GET /api/client-portal/:id/projects/:id': async ({ db, ids: [key, id] }) => {
    const { account_id, client_id } = await findLink(db, key)
    return db.queryOne(
      'portal project',
      `select p.id, p.name, p.description, p.status, p.start_date, p.end_date, ${amounts('p.hourly_rate')},
         ${hours('p.estimated_hours')}, m.*, d.*, c.*
       from projects p, (
         select count(*) as milestones_total, count(*) filter (where status = 'completed') as milestones_completed,
           coalesce(json_agg(json_build_object('id', id, 'title', title, 'description', description,
             'due_date', due_date, 'status', status) order by position, id), '[]') as milestones
         from milestones where account_id = $1 and project_id = $3
       ) m, (
         select count(*) as deliverables_total, count(*) filter (where s.status = 'approved') as deliverables_approved,
           coalesce(json_agg(json_build_object('id', s.id, 'title', v.title, 'description', v.description,
             'status', s.status, 'submitted_at', ${instant('v.submitted_at')},
             'approved_at', case when e.decision = 'approved' then ${instant('e.decided_at')} end,
             'rejected_at', case when e.decision = 'rejected' then ${instant('e.decided_at')} end,
             'file_url', case when v.file_sha256 is null then v.link_url
               else '/api/client-portal/' || $4::text || '/deliverables/' || s.id || '/versions/' || v.version || '/file' end)
             order by s.position, s.id), '[]') as deliverables
         from deliverables s
         join deliverable_versions v on v.account_id = $1 and v.deliverable_id = s.id and v.version = s.version
         left join decisions e on e.account_id = $1 and e.deliverable_id = s.id and e.version = s.version
         where s.account_id = $1 and s.project_id = $3 and s.status <> 'draft' and v.client_id = $2
       ) d, (
         select coalesce(json_agg(json_build_object('id', id, 'author_type', author_type, 'author_name', author_name,
           'content', content, 'created_at', ${instant('created_at')}) order by id desc), '[]') as comments
         from (
           select * from comments where account_id = $1 and project_id = $3 and not is_internal
             and (client_id = $2 or client_id is null) order by id desc limit 100
         ) newest
       ) c
       where p.account_id = $1 and p.client_id = $2 and p.id = $3 and p.status <> 'cancelled'`,
      [account_id, client_id, id, key],
    )
  },
}
