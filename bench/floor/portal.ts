import type { FastifyInstance } from 'fastify'
import { dateIn } from '#core/calendar.ts'
import { type FloorDatabase, visiting } from './database.ts'
import { DECISION, inJson, inUnits, type Row } from './rows.ts'

export function addPortalCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get<{ Params: { key: string } }>('/api/client-portal/:key', async ({ params }) => {
    const { account_id, client_id, access_id, client_name, visitor_name, expires_at, locale } =
      await visiting(db, params.key)
    const home = await db.queryOne(
      'portal home',
      `select
         json_build_object(
           'name', coalesce(nullif(business_name, ''), nullif(name, ''), email), 'address', business_address,
           'logo_id', (select logo_id from businesses where account_id = $1)
         ) as business,
         (select count(*) from projects where account_id = $1 and client_id = $2 and status <> 'cancelled')
           as projects_count,
         (select count(*) from invoices where account_id = $1 and client_id = $2 and status <> 'draft')
           as invoices_count,
         (select coalesce(json_agg(json_build_object('id', id, 'invoice_number', invoice_number)
             order by id desc), '[]')
           from invoices where account_id = $1 and client_id = $2 and status = 'draft'
             and (sent_at is not null or approval_status is not null)) as invoices_being_revised,
         (select coalesce(json_agg(json_build_object('id', u.id, 'project_id', u.project_id,
             'deliverable_id', u.deliverable_id, 'comment_id', u.comment_id, 'invoice_id', u.invoice_id,
             'created_at', ${inJson('u.created_at')}) order by u.id desc), '[]')
           from unread u
           left join projects p on p.account_id = $1 and p.id = u.project_id
           left join comments c on c.account_id = $1 and c.id = u.comment_id
           left join invoices i on i.account_id = $1 and i.id = u.invoice_id
           where u.account_id = $1 and u.access_id = $3
             and (u.project_id is null or p.client_id = $2 and p.status <> 'cancelled')
             and (u.comment_id is null or not c.is_internal)
             and (u.invoice_id is null or i.client_id = $2 and i.status <> 'draft')) as unread
       from accounts where id = $1`,
      [account_id, client_id, access_id],
    )
    return {
      ...home,
      client: { name: client_name },
      visitor: { name: visitor_name },
      is_preview: false,
      access: { expires_at },
      locale,
    }
  })

  floor.get<{ Params: { key: string; id: string } }>(
    '/api/client-portal/:key/projects/:id',
    async ({ params: { key, id } }) => {
      const { account_id, client_id, locale, time_zone } = await visiting(db, key)
      const { deliverables, ...project } = await db.queryOne(
        'portal project',
        `select id, name, description, status, start_date, end_date, currency, hourly_rate, daily_rate, fixed_fee,
           estimated_hours,
           (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'description', description,
               'due_date', due_date, 'status', status) order by position, id), '[]')
             from milestones where account_id = $1 and project_id = $3) as milestones,
           (select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'fee', s.fee, 'invoice', (
               select json_build_object('id', i.id, 'invoice_number', i.invoice_number, 'currency', i.currency,
                 'status', case when i.status = 'sent' and i.due_date < $4 and i.total > 0 then 'overdue' else i.status end,
                 'total', i.total, 'balance', i.balance, 'can_pay_online', false)
               from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
               where item.account_id = $1 and item.id = s.invoice_item_id and i.client_id = $2 and i.status <> 'draft'
             ), 'versions', (
               select json_agg(json_build_object('version', v.version, 'title', v.title,
                 'description', v.description, 'submitted_at', ${inJson('v.submitted_at')}, 'link_url', v.link_url,
                 'file', case when v.file_sha256 is not null then
                   json_build_object('name', v.file_name, 'size', v.file_size, 'type', v.file_type) end,
                 'decision', case when d.id is not null then json_build_object(${DECISION}) end,
                 'comments_count', (select count(*) from comments c where c.account_id = $1 and c.project_id = $3
                   and c.deliverable_id = v.deliverable_id and c.version = v.version and not c.is_internal
                   and (c.client_id = $2 or c.client_id is null))
               ) order by v.version desc)
               from deliverable_versions v
               left join decisions d on d.account_id = $1 and d.deliverable_id = v.deliverable_id
                 and d.version = v.version
               where v.account_id = $1 and v.deliverable_id = s.id and v.client_id = $2
             )) order by s.position, s.id), '[]')
             from deliverables s join deliverable_versions last
               on last.account_id = $1 and last.deliverable_id = s.id and last.version = s.version
             where s.account_id = $1 and s.project_id = $3 and s.status <> 'draft' and last.client_id = $2
           ) as deliverables,
           (select coalesce(json_agg(json_build_object('id', id, 'author_type', author_type,
               'author_name', author_name, 'content', content, 'created_at', ${inJson('newest.created_at')},
               'deliverable', case when v.version is not null then json_build_object(
                 'id', v.deliverable_id, 'title', v.title, 'version', v.version) end)
               order by id desc), '[]')
             from (select * from comments where account_id = $1 and project_id = $3 and not is_internal
               and (client_id = $2 or client_id is null) order by id desc limit 100) newest
             left join deliverable_versions v on v.account_id = $1 and v.deliverable_id = newest.deliverable_id
               and v.version = newest.version) as comments,
           (select count(*) from comments where account_id = $1 and project_id = $3 and not is_internal
             and (client_id = $2 or client_id is null)) as comments_total
         from projects where account_id = $1 and client_id = $2 and id = $3 and status <> 'cancelled'`,
        [account_id, client_id, id, dateIn(String(time_zone), new Date())],
      )
      const shown = (deliverables as SharedDeliverable[]).map((deliverable) => ({
        ...shownAt(key, deliverable),
        currency: project.currency,
      }))
      const milestones = project.milestones as { status: string }[]
      return {
        ...inUnits(project, 'hourly_rate', 'daily_rate', 'fixed_fee', 'estimated_hours'),
        locale,
        deliverables: shown,
        milestones_total: milestones.length,
        milestones_completed: milestones.filter(({ status }) => status === 'completed').length,
        deliverables_total: shown.length,
        deliverables_approved: shown.filter(({ status }) => status === 'approved').length,
        deliverables_submitted: shown.filter(({ status }) => status === 'submitted').length,
      }
    },
  )
}

interface SharedDeliverable {
  id: number
  status: string
  fee: number | null
  invoice: Row | null
  versions: {
    version: number
    file: object | null
    link_url: string | null
    comments_count: number
    decision: { decision: string; feedback: string; decided_at: string } | null
  }[]
}

function shownAt(key: string, { id, status, fee, invoice, versions }: SharedDeliverable) {
  const base = `/api/client-portal/${key}/deliverables/${id}/versions`
  const shown = versions.map(({ link_url, ...version }) => ({
    ...version,
    file_url: version.file ? `${base}/${version.version}/file` : link_url,
  }))
  const { decision = null, comments_count: _, ...newest } = shown[0] ?? {}
  return {
    ...newest,
    id,
    status,
    fee: fee === null ? null : fee / 100,
    invoice: invoice && inUnits(invoice, 'total', 'balance'),
    feedback: decision?.feedback || null,
    approved_at: decision?.decision === 'approved' ? decision.decided_at : null,
    rejected_at: decision?.decision === 'rejected' ? decision.decided_at : null,
    versions: shown,
  }
}
