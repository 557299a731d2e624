import type { FastifyInstance } from 'fastify'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits } from './rows.ts'

export function addClientCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/clients', async (request) => {
    const { account } = await signedIn(db, request)
    const clients = await db.query(
      'clients',
      `select id, name, email, cc_emails, phone, company, address, postal_code, city, country, tax_id, notes, currency,
         hourly_rate, payment_terms_days, approval_required, reminders_enabled, mails_enabled,
         (select u.unsubscribed_at from mail_unsubscriptions u where u.account_id = $1
           and u.address_hash = sha256(convert_to(lower(regexp_replace(c.email, '\\+[^@]*@', '@')), 'UTF8'))) as unsubscribed_at,
         version, false as archived, false as erased, coalesce(
           (select true from projects p where p.account_id = $1 and p.client_id = c.id limit 1),
           (select true from invoices i where i.account_id = $1 and i.client_id = c.id limit 1), false
         ) as has_history
       from clients c where account_id = $1 and archived_at is null order by name_key, id limit 50`,
      [account],
    )
    return clients.map((client) => inUnits(client, 'hourly_rate'))
  })
}
