import pg from 'pg'
import { distributedTables } from './distribution.ts'
import { tablesOfManyAccounts } from './statements.ts'

/**
 * Statements that may read or write the rows of several accounts, and why. All others reach one node of a distributed
 * database.
 */
const OF_MANY_ACCOUNTS: [statement: RegExp, why: string][] = [
  [
    /^declare lines no scroll cursor for select|^select file_sha256 as sha256 from/,
    'A backup is of all accounts.',
  ],
  [/^insert into "accounts"/, 'A new account gets its number there.'],
  [
    /^select (count\(\*\) as total,|"accounts"\."id", "accounts"\."name", "accounts"\."email",|account_id, sum\(file_size\) as bytes)/,
    'The page for admins is about all accounts.',
  ],
  [
    /^select "subscriptions"\..* where "subscriptions"\."account_id" in \(/,
    'The page for admins is about all accounts.',
  ],
  [
    /^select ("mails"\."account_id", "mails"\."id", "accounts"\."email"|\(select count\(\*\) from mails where)/,
    'The page for admins is about all accounts.',
  ],
  [
    /^update mails set content = \S+ where \(account_id, id\) in/,
    'A nightly job removes what is no longer needed.',
  ],
  [/^select "account_id" from "timers"/, 'A job finds forgotten timers, and hands each to its account.'],
  [
    /^select .* from "accounts" where \(\("delete_at" is not null/,
    'A job finds accounts that are to be deleted, and demos that have expired.',
  ],
  [
    /^select .* from "accounts" where "demo_expires_at" > \S+ and "demo_of"/,
    'An account returns to its demo.',
  ],
  [/^select "id" from "accounts" where lower\(email\)/, 'Who signs in is found by a verified address.'],
  [
    /^select "id" from "accounts" where "demo_expires_at" is null limit/,
    'A new server asks if anybody has an account yet.',
  ],
  [
    /^delete from recovery_codes c using accounts a .* lower\(a\.email\)/,
    'Who has lost every passkey is known by an address and a code.',
  ],
  [
    /^select r\.account_id, r\.id, .* from "recurring_(?:expenses|invoices)" r join accounts/,
    'A job finds accounts with expenses or invoices that are due.',
  ],
  [/^select .* from "invoices" inner join "accounts"/, 'A job finds accounts with invoices to remind of.'],
  [
    /^select "account_id", "id" as "decisionId" from "decisions" where "document" is not null/,
    'A job finds decided invoices that are not rendered yet.',
  ],
  [
    /^select "account_id", "id" as "invoiceId" from "invoices" where "sealed_at" is not null/,
    'A job finds sealed invoices whose files are not kept yet.',
  ],
  [/^select .* from "subscriptions" inner join "accounts"/, 'A job finds trials that end.'],
  [
    /^select "account_id" from "invoice_checkouts" .* union select/,
    'A job finds accounts with open payments.',
  ],
  [/^select "status", count\(\*\) as "count" from "mails"/, 'A metric counts the mails of all accounts.'],
  [/^delete from "payment_events" where "handled_at"/, 'A nightly job removes what is no longer needed.'],
  [
    /^delete from idempotency_keys where \(account_id, key\) in/,
    'A nightly job removes what is no longer needed.',
  ],
  [/^delete from removals where \(account_id, id\) in/, 'A nightly job removes what is no longer needed.'],
  [/^with discarded as \( delete from imports/, 'A nightly job removes what is no longer needed.'],
  [/^select row\.\*, c\.name as client_name from \(select/, 'The query around it names the account.'],
  [/^(delete from|update) stored_files/, 'A file is kept as long as any account names it.'],
]

/** Migrations and the like change the schema, and pg-boss keeps its jobs in a schema of its own. */
const NOT_OF_ACCOUNTS =
  /^(begin|commit|rollback|set|listen|notify|savepoint|release|lock|create|alter|drop|analyze|vacuum|show|do)\b|\bjobs\./i

/** Fails with every statement that names no account, unless it is known why. */
export async function requireOneAccountEach(statements: string[], databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const distributed = await distributedTables(client)
  await client.end()
  const failures: string[] = []
  for (const statement of statements) {
    const text = statement
      .replace(/--.*$/gm, ' ')
      .replace(/\/\*.*?\*\//gs, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (NOT_OF_ACCOUNTS.test(text) || OF_MANY_ACCOUNTS.some(([known]) => known.test(text))) continue
    const tables = await tablesOfManyAccounts(text, distributed)
    if (tables.length > 0) failures.push(`${tables.join(', ')}: ${text}`)
  }
  if (failures.length > 0) throw new Error(`These statements name no account:\n${failures.join('\n')}`)
}
