import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import { type Currency, decimalsOf } from '#core/currency.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { type NumberSeries, YEAR } from './rules.ts'
import type { BusinessesTable, NumberedKind } from './table.ts'

/** The profile as stored, without its account. */
export type StoredProfile = Omit<Selectable<BusinessesTable>, 'account_id'>

const PROFILE_COLUMNS = [
  'postal_code',
  'city',
  'country',
  'tax_id',
  'email',
  'phone',
  'website',
  'logo_id',
  'tax_name',
  'tax_rate',
  'payment_terms_days',
  'hourly_rate',
  'notes',
  'footer',
  'payment_details',
  'invoice_mail_subject',
  'invoice_mail_text',
  'account_holder',
  'iban',
  'bic',
  'invoice_prefix',
  'issued_is_final',
  'hours_per_day',
  'time_rounding_minutes',
  'time_rounding_mode',
  'week_starts_on',
] as const

export const findProfile = (db: Db, accountId: AccountId): Promise<StoredProfile | undefined> =>
  db.selectFrom('businesses').select(PROFILE_COLUMNS).where('account_id', '=', accountId).executeTakeFirst()

export async function saveProfile(
  db: Db,
  accountId: AccountId,
  change: Omit<Insertable<BusinessesTable>, 'account_id'>,
): Promise<void> {
  const row = { ...change, account_id: accountId }
  await db
    .insertInto('businesses')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function insertLogo(db: Db, accountId: AccountId, file: StoredFile): Promise<number> {
  const { id } = await db
    .insertInto('logos')
    .values({
      account_id: accountId,
      file_sha256: file.sha256,
      file_size: file.size,
      file_type: file.type,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findLogo = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('logos')
    .select(['file_sha256 as sha256', 'file_size as size', 'file_type as type'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Neither the profile nor an issued invoice shows it. */
const isUnused = sql`
  not exists (select from businesses b where b.account_id = l.account_id and b.logo_id = l.id)
  and not exists (select from invoices i where i.account_id = l.account_id and i.logo_id = l.id)`

export async function isUnusedLogo(db: Db, accountId: AccountId, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from logos l where l.account_id = ${accountId} and l.id = ${id} and ${isUnused}`.execute(db)
  return rows.length > 0
}

export async function removeUnusedLogos(db: Db, accountId: AccountId): Promise<void> {
  await sql`delete from logos l where l.account_id = ${accountId} and ${isUnused}`.execute(db)
}

export async function hasIssuedInvoice(db: Db, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql`
    select from invoices where account_id = ${accountId}
      and (status <> 'draft' or sent_at is not null or approval_status is not null) limit 1`.execute(db)
  return rows.length > 0
}

export async function hasSealedInvoice(db: Db, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql`
    select from invoices where account_id = ${accountId} and sealed_at is not null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Takes the numbers back from drafts that nobody received, and continues after the last number that stays. One between
 * others keeps its number, so that there is no gap. Lock the invoices first.
 */
export async function takeDraftNumbersBack(db: Db, accountId: AccountId): Promise<void> {
  const isFree = sql`status = 'draft' and not was_issued`
  await sql`
    update number_series s set last_number = greatest(s.first_number - 1, coalesce((
      select max(number) from invoices
      where account_id = ${accountId} and number_year = s.year and not (${isFree})
    ), 0))
    where s.account_id = ${accountId} and s.kind = 'invoice'`.execute(db)
  await sql`
    update invoices i
    set number = null, search = 'draft' || chr(10) || split_part(i.search, chr(10), 2), version = ${nextVersion}
    from number_series s
    where i.account_id = ${accountId} and ${isFree} and s.account_id = i.account_id and s.kind = 'invoice'
      and s.year = i.number_year and i.number > s.last_number`.execute(db)
}

/** Invoices without a number, in the order in which they were created. */
export const listUnnumbered = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('invoices')
    .select(['id', 'issue_date'])
    .where('account_id', '=', accountId)
    .where('number', 'is', null)
    .orderBy('id')
    .execute()

export async function setNumber(
  db: Db,
  accountId: AccountId,
  id: number,
  { prefix, year }: NumberSeries,
  number: number,
): Promise<void> {
  await sql`
    update invoices set prefix = ${prefix}, number = ${number}, number_year = ${year},
      search = lower(${prefix} || lpad(${String(number)}, greatest(4, length(${String(number)})), '0'))
        || chr(10) || split_part(search, chr(10), 2),
      version = ${nextVersion}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Keeps invoices from being issued until the transaction ends. */
export async function lockInvoices(db: Db, accountId: AccountId): Promise<void> {
  await sql`select from invoices where account_id = ${accountId} order by id for update`.execute(db)
}

export async function highestInvoiceNumber(
  db: Db,
  accountId: AccountId,
  { year }: NumberSeries,
): Promise<number> {
  const { highest } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.max('number').as('highest'))
    .where('account_id', '=', accountId)
    .where('number_year', '=', year)
    .executeTakeFirstOrThrow()
  return highest ?? 0
}

export async function findNewestIssueDate(db: Db, accountId: AccountId): Promise<DateOnly | null> {
  const newest = await db
    .selectFrom('invoices')
    .select('issue_date')
    .where('account_id', '=', accountId)
    .where('was_issued', '=', true)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.issue_date ?? null
}

/**
 * Amounts in the old home currency are the same figures in the new one. Rates of exchange to the old one mean nothing
 * anymore: drafts need new ones, expenses keep what they were counted as.
 */
export async function changeHomeCurrency(
  db: Db,
  accountId: AccountId,
  { from, to }: { from: Currency; to: Currency },
): Promise<void> {
  const factor = sql.lit(`1e${decimalsOf(to) - decimalsOf(from)}`)
  const inNew = (column: string) => sql`round(${sql.ref(column)} * ${factor}::numeric)`
  const change = (table: string, set: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`
      update ${sql.table(table)} set ${set}, version = ${nextVersion}
      where account_id = ${accountId} and ${where}`.execute(db)
  const isOld = sql`currency = ${from}`
  const isNew = sql`currency = ${to}`
  const isOther = sql`currency not in (${from}, ${to})`

  await change('expenses', sql`exchange_rate = null, home_amount = amount`, isNew)
  await change('expenses', sql`home_amount = ${inNew('home_amount')}`, isOther)
  await change(
    'expenses',
    sql`currency = ${to}, amount = ${inNew('amount')}, home_amount = ${inNew('amount')}`,
    isOld,
  )
  await change('recurring_expenses', sql`currency = ${to}, amount = ${inNew('amount')}`, isOld)
  await sql`
    update recurring_invoice_items item
    set rate = ${inNew('item.rate')}, amount = case when ${inNew('item.rate')} = item.rate then item.amount else round(item.quantity * ${inNew('item.rate')} / 10000) end
    from recurring_invoices r
    where item.account_id = ${accountId} and r.account_id = ${accountId} and r.id = item.recurring_invoice_id
      and r.currency = ${from}`.execute(db)
  await change('recurring_invoices', sql`currency = ${to}, extra_rate = ${inNew('extra_rate')}`, isOld)
  await change('invoices', sql`exchange_rate = null, home_total = total`, isNew)
  await change('invoices', sql`exchange_rate = null, home_total = null`, isOther)
  await sql`
    update invoice_items item
    set rate = ${inNew('item.rate')}, amount = case when ${inNew('item.rate')} = item.rate then item.amount else round(item.quantity * ${inNew('item.rate')} / 10000) end
    from invoices i
    where item.account_id = ${accountId} and i.account_id = ${accountId} and i.id = item.invoice_id
      and i.currency = ${from}`.execute(db)
  await sql`
    with lines as (
      select i.id, i.tax_rate, i.discount_percent, ${inNew('i.discount_amount')} as discount,
        coalesce(sum(item.amount), 0) as subtotal
      from invoices i
      left join invoice_items item on item.account_id = i.account_id and item.invoice_id = i.id
      where i.account_id = ${accountId} and i.currency = ${from}
      group by i.account_id, i.id
    ), discounted as (
      select *, case when discount_percent is null then least(discount, subtotal)
        else round(subtotal * discount_percent / 10000) end as discount_amount
      from lines
    ), taxed as (
      select *, subtotal - discount_amount as net, round((subtotal - discount_amount) * tax_rate / 100000) as tax
      from discounted
    )
    update invoices i
    set currency = ${to}, subtotal = s.subtotal, discount_amount = s.discount_amount, tax_amount = s.tax,
      total = s.net + s.tax, home_total = s.net + s.tax, version = version + 1
    from taxed s where i.account_id = ${accountId} and i.id = s.id`.execute(db)
  await change(
    'time_entries',
    sql`rate = ${inNew('rate')}`,
    sql`project_id in (select id from projects where account_id = ${accountId} and ${isOld})`,
  )
  await change(
    'projects',
    sql`currency = ${to}, hourly_rate = ${inNew('hourly_rate')}, daily_rate = ${inNew('daily_rate')},
      fixed_fee = ${inNew('fixed_fee')}, budget_amount = ${inNew('budget_amount')}`,
    isOld,
  )
  await change('clients', sql`currency = ${to}, hourly_rate = ${inNew('hourly_rate')}`, isOld)
  await sql`
    update businesses set hourly_rate = ${inNew('hourly_rate')} where account_id = ${accountId}`.execute(db)
  await db.deleteFrom('exchange_rates').where('account_id', '=', accountId).execute()
}

/** The highest number that another series has used with the same prefix, such as before numbers restarted each year. A new series continues there. */
const usedWith = (accountId: AccountId, prefix: string) => sql<number>`coalesce((
  select max(number) from invoices where account_id = ${accountId} and prefix = ${prefix}
), 0)`

/** Adds to the last number, which starts at 0, and returns it. Holds a lock until the transaction ends. */
export async function countOn(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  { prefix, year }: NumberSeries,
  count: number,
): Promise<number> {
  const used = usedWith(accountId, prefix)
  const { last_number } = await db
    .insertInto('number_series')
    .values({ account_id: accountId, kind, year, last_number: sql`${used} + ${count}::integer` })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'year']).doUpdateSet({
        last_number: sql`number_series.last_number + ${count}::integer`,
      }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Continues the series of another prefix after the numbers that were used with it. Lock the series of today first. */
export async function skipUsedNumbers(db: Db, accountId: AccountId, template: string): Promise<void> {
  await sql`
    update number_series s set last_number = greatest(s.last_number, coalesce((
      select max(number) from invoices
      where account_id = ${accountId} and prefix = replace(${template}, ${YEAR}, s.year::text)
    ), 0))
    where s.account_id = ${accountId} and s.kind = 'invoice'
      and (s.year > 0) = (strpos(${template}, ${YEAR}) > 0)`.execute(db)
}

const updateSeries = (db: Db, accountId: AccountId, kind: NumberedKind, { year }: NumberSeries) =>
  db
    .updateTable('number_series')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('year', '=', year)

export async function setLastNumber(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  series: NumberSeries,
  last: number,
): Promise<void> {
  await updateSeries(db, accountId, kind, series)
    .set({ last_number: sql`greatest(${last}, first_number - 1)` })
    .execute()
}

export async function setFirstNumber(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  series: NumberSeries,
  first: number,
): Promise<void> {
  await updateSeries(db, accountId, kind, series)
    .set({ first_number: first, last_number: first - 1 })
    .execute()
}

export async function findNextNumber(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  { prefix, year }: NumberSeries,
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce((
      select last_number from number_series
      where account_id = ${accountId} and kind = ${kind} and year = ${year}
    ), ${usedWith(accountId, prefix)}) + 1 as next`.execute(db)
  return rows[0]?.next ?? 1
}
