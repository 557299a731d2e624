import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '#features/account/table.ts'
import { clients } from '#features/clients/table.ts'
import type { Db } from '#server/database/database.ts'
import { prepared } from '#server/database/prepared.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { portalAccess } from './table.ts'

const accessColumns = {
  id: portalAccess.id,
  sealedToken: portalAccess.sealedToken,
  created_at: portalAccess.createdAt,
  expires_at: portalAccess.expiresAt,
  revoked_at: portalAccess.revokedAt,
  last_seen_at: portalAccess.lastSeenAt,
  mailed_at: portalAccess.mailedAt,
}

const MOST_LISTED = 100

const ofClient = (accountId: AccountId, clientId: number) =>
  and(eq(portalAccess.accountId, accountId), eq(portalAccess.clientId, clientId))
const withId = (accountId: AccountId, id: number) =>
  and(eq(portalAccess.accountId, accountId), eq(portalAccess.id, id))

const accessByToken = prepared((db) =>
  db
    .select({
      accountId: accounts.id,
      timeZone: accounts.timeZone,
      id: portalAccess.id,
      tokenHash: portalAccess.tokenHash,
      expires_at: portalAccess.expiresAt,
      revoked_at: portalAccess.revokedAt,
      lastSeenAt: portalAccess.lastSeenAt,
      clientId: clients.id,
      clientName: clients.name,
      clientArchivedAt: clients.archivedAt,
    })
    .from(portalAccess)
    .innerJoin(accounts, eq(accounts.id, portalAccess.accountId))
    .innerJoin(
      clients,
      and(eq(clients.accountId, portalAccess.accountId), eq(clients.id, portalAccess.clientId)),
    )
    .where(
      and(
        sql`${portalAccess.accountId} = ${sql.placeholder('claimedAccount')}`,
        eq(portalAccess.tokenHash, sql.placeholder('tokenHash')),
        isNull(accounts.deleteAt),
      ),
    )
    .prepare('portal_access_by_token'),
)

/** Takes the account number as the link claims it: it is checked by finding the link under it. */
export async function findByToken(db: Db, claimedAccount: number, tokenHash: Buffer) {
  const [access] = await accessByToken(db).execute({ claimedAccount, tokenHash })
  return access
}

export async function markSeen(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db.update(portalAccess).set({ lastSeenAt: now }).where(withId(accountId, id))
}

/** Whom a link is for, and who until the transaction ends is not deleted. */
export async function shareLockClient(db: Db, accountId: AccountId, clientId: number) {
  const [client] = await db
    .select({ id: clients.id, name: clients.name, email: clients.email })
    .from(clients)
    .where(and(eq(clients.accountId, accountId), eq(clients.id, clientId), isNull(clients.archivedAt)))
    .for('key share')
  return client
}

export type StoredAccess = Awaited<ReturnType<typeof listAccess>>[number]

export function listAccess(db: Db, accountId: AccountId, clientId: number) {
  return db
    .select(accessColumns)
    .from(portalAccess)
    .where(ofClient(accountId, clientId))
    .orderBy(desc(portalAccess.id))
    .limit(MOST_LISTED)
}

/** The link, which until the transaction ends nobody else changes. */
export async function lockAccess(db: Db, accountId: AccountId, clientId: number, id: number) {
  const [access] = await db
    .select(accessColumns)
    .from(portalAccess)
    .where(and(ofClient(accountId, clientId), eq(portalAccess.id, id)))
    .for('update')
  return access
}

interface NewAccess {
  clientId: number
  tokenHash: Buffer
  sealedToken: Buffer
  createdAt: Date
  expiresAt: Date
}

export async function insertAccess(db: Db, accountId: AccountId, access: NewAccess): Promise<StoredAccess> {
  const [inserted] = await db
    .insert(portalAccess)
    .values({ accountId, ...access })
    .returning(accessColumns)
  if (!inserted) throw new Error('an insert returned no row')
  return inserted
}

type Change = Partial<Pick<typeof portalAccess.$inferSelect, 'expiresAt' | 'revokedAt' | 'mailedAt'>>

export async function changeAccess(db: Db, accountId: AccountId, id: number, change: Change) {
  const [access] = await db
    .update(portalAccess)
    .set(change)
    .where(withId(accountId, id))
    .returning(accessColumns)
  return access
}

export async function revokeAll(db: Db, accountId: AccountId, clientId: number, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(portalAccess)
    .set({ revokedAt: now })
    .where(and(ofClient(accountId, clientId), isNull(portalAccess.revokedAt)))
  return rowCount ?? 0
}
