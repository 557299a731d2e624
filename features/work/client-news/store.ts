import { type Insertable, sql } from 'kysely'
import type { ClientActor } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { News } from './rules.ts'
import type { ClientNewsTable } from './table.ts'

type NewNews = Omit<Insertable<ClientNewsTable>, 'account_id'>

/** A deliverable that is submitted again, even to another client, is still one piece of news, which nobody has seen. */
export async function insertNews(db: Db, accountId: AccountId, news: NewNews): Promise<void> {
  await db
    .insertInto('client_news')
    .values({ account_id: accountId, ...news })
    .onConflict((conflict) =>
      conflict.columns(['account_id', news.deliverable_id ? 'deliverable_id' : 'comment_id']).doUpdateSet({
        client_id: news.client_id,
        project_id: news.project_id,
        seen_by_client: false,
        seen_by_contacts: [],
      }),
    )
    .execute()
}

/** Locks a client's news until the transaction ends, so that only one job mails them. Returns their ids. */
export async function lockNews(db: Db, accountId: AccountId, clientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('client_news')
    .select('id')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

interface StoredNews extends News {
  seen_by_client: boolean
  seen_by_contacts: number[]
}

/** Without what the client no longer sees, or has decided on. */
export async function findVisibleNews(db: Db, accountId: AccountId, ids: number[]): Promise<StoredNews[]> {
  const { rows } = await sql<StoredNews>`
    select n.seen_by_client, to_json(n.seen_by_contacts) as seen_by_contacts, json_build_object('id', p.id, 'name', p.name) as project,
      case when v.version is not null then json_build_object('title', v.title, 'version', v.version) end as deliverable,
      case when c.id is not null then json_build_object(
        'author', c.author_name, 'content', c.content,
        'deliverable', case when on_version.version is not null
          then json_build_object('title', on_version.title, 'version', on_version.version) end
      ) end as comment
    from client_news n
    join projects p
      on p.account_id = n.account_id and p.id = n.project_id and p.client_id = n.client_id and p.status <> 'cancelled'
    left join deliverables d
      on d.account_id = n.account_id and d.id = n.deliverable_id and d.status = 'submitted'
    left join deliverable_versions v
      on v.account_id = d.account_id and v.deliverable_id = d.id and v.version = d.version and v.client_id = n.client_id
    left join comments c
      on c.account_id = n.account_id and c.id = n.comment_id and not c.is_internal
      and (c.client_id = n.client_id or c.client_id is null)
    left join deliverable_versions on_version
      on on_version.account_id = c.account_id and on_version.deliverable_id = c.deliverable_id
      and on_version.version = c.version
    where n.account_id = ${accountId} and n.id = any(${ids}::bigint[])
      and (v.version is not null or c.id is not null)
    order by n.id`.execute(db)
  return rows
}

export async function deleteNews(db: Db, accountId: AccountId, ids: number[]): Promise<void> {
  await db
    .deleteFrom('client_news')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export async function markNewsSeen(
  db: Db,
  accountId: AccountId,
  { clientId, contactId }: Pick<ClientActor, 'clientId' | 'contactId'>,
  projectId: number,
): Promise<void> {
  await sql`
    update client_news set ${
      contactId === null
        ? sql`seen_by_client = true`
        : sql`seen_by_contacts = seen_by_contacts || ${contactId}::bigint`
    }
    where account_id = ${accountId} and client_id = ${clientId} and project_id = ${projectId}
      and not ${contactId === null ? sql`seen_by_client` : sql`${contactId}::bigint = any(seen_by_contacts)`}`.execute(
    db,
  )
}
