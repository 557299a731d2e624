import type { PortalAccessStatus } from './contract.ts'

interface Term {
  expires_at: Date
  revoked_at: Date | null
}

export const statusAt = (now: Date, { expires_at, revoked_at }: Term): PortalAccessStatus => {
  if (revoked_at !== null) return 'revoked'
  return expires_at > now ? 'active' : 'expired'
}

/** In place of a token: the freelancer looks at a client's portal, by their own session. */
export const previewKey = (clientId: number): string => `preview.${clientId}`

/** The client whose portal the freelancer looks at; undefined if it is a link's token. */
export const previewedClient = (key: string): number | undefined => {
  const [, clientId] = /^preview\.([1-9]\d{0,14})$/.exec(key) ?? []
  return clientId === undefined ? undefined : Number(clientId)
}

export const isPreview = (key: string): boolean => previewedClient(key) !== undefined

/** Beside what a preview keeps the freelancer from doing. */
export const ONLY_THE_CLIENT = 'You are viewing the portal as your client does. Only your client can do this.'

export const previewPath = (clientId: number, projectId?: number): string =>
  `/client-portal/${previewKey(clientId)}${projectId === undefined ? '' : `/projects/${projectId}`}`

const MINUTE = 60_000
const DAY = 86_400_000
const MIN_DAYS_FOR_MAIL = 7

/** Use is recorded at most once a minute. */
export const needsSeenUpdate = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= MINUTE

/** A link sent by mail should work for some days. */
export const lastsForMail = (now: Date, term: Term): boolean =>
  term.revoked_at === null && term.expires_at.getTime() - now.getTime() > MIN_DAYS_FOR_MAIL * DAY
