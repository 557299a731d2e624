import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DocumentDetails } from '../contract/invoice.ts'
import { detailsOf, frozen, type PresentDetails } from '../rules/details.ts'
import type { InvoicesTable } from '../table.ts'

/** The details of profile and client as they are now; null once the invoice has its own copy. */
export const presentDetails = sql<PresentDetails | null>`case when frozen_details is null then (
  select json_build_object(
    'account', json_build_object(
      'business_name', a.business_name, 'business_address', a.business_address, 'name', a.name, 'email', a.email),
    'profile', (select to_json(b) from businesses b where b.account_id = a.id),
    'client', json_build_object(
      'name', c.name, 'company', c.company, 'address', c.address,
      'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'tax_id', c.tax_id, 'email', c.email))
  from accounts a join clients c on c.account_id = a.id and c.id = invoices.client_id
  where a.id = invoices.account_id
) end`.as('present_details')

export function unfreeze({
  frozen_details,
  logo_id,
}: Pick<Selectable<InvoicesTable>, 'frozen_details' | 'logo_id'>) {
  if (!frozen_details) throw new Error('an invoice has no client')
  return { ...frozen_details, seller: { ...frozen_details.seller, logo_id } }
}

/** Copies what an invoice says into it, or lets it follow profile and client again. Either way, its client's name is the present one. */
export async function setDetails(
  db: Db,
  accountId: AccountId,
  id: number,
  details: DocumentDetails | null,
): Promise<void> {
  await db
    .updateTable('invoices')
    .from('clients')
    .set(({ ref }) => ({
      frozen_details: details && JSON.stringify(frozen(details)),
      logo_id: details?.seller.logo_id ?? null,
      client_name: ref('clients.name'),
      search: sql`split_part(invoices.search, chr(10), 1) || chr(10) || clients.name_key`,
    }))
    .where('invoices.account_id', '=', accountId)
    .where('invoices.id', '=', id)
    .whereRef('clients.account_id', '=', 'invoices.account_id')
    .whereRef('clients.id', '=', 'invoices.client_id')
    .execute()
}

/** Freezes the details of all invoices that were generated as issued. */
export async function freezeIssued(db: Db, accountId: AccountId): Promise<void> {
  const issued = await db
    .selectFrom('invoices')
    .select(['id', presentDetails])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'draft')
    .where('frozen_details', 'is', null)
    .execute()
  const rows = issued.flatMap(({ id, present_details }) => {
    if (!present_details) return []
    const details = detailsOf(present_details)
    return [{ id, details: frozen(details), logo_id: details.seller.logo_id }]
  })
  await sql`
    update invoices i set frozen_details = new.details, logo_id = new.logo_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id bigint, details jsonb, logo_id bigint)
    where i.account_id = ${accountId} and i.id = new.id`.execute(db)
}
