import { Forbidden, NotSignedIn } from '#server/errors.ts'
import { cookieName, cookieOptions } from '#server/http/cookies.ts'
import { type Authenticate, type RouteDependencies, routes } from '#server/http/routes.ts'
import * as account from './actions.ts'
import { accountApi } from './contract.ts'

export const accountRoutes = routes(accountApi, {
  me: (ctx) => account.currentUser(ctx),
  update: (ctx, { body, ifMatch }) => account.updateAccount(ctx, body, ifMatch),
  sessions: (ctx) => account.listSessions(ctx),
  endOtherSessions: (ctx) => account.endOtherSessions(ctx),
  endSession: (ctx, { params }) => account.endSession(ctx, params.id),
})

/** Authenticates by the session cookie, and renews it while it is used. */
export const authenticateSession: Authenticate = async (base, request, reply) => {
  const secure = request.ownOrigin.startsWith('https:')
  const name = cookieName('session', secure)
  const key = request.cookies[name]
  if (!key) throw new NotSignedIn()
  const session = await account.resumeSession(base, key)
  if (!session) {
    await request.countUnknownCredential()
    throw new NotSignedIn('Your session has ended. Please sign in again.', { code: 'session_ended' })
  }
  if (session.renewedUntil) {
    reply.setCookie(name, key, { ...cookieOptions(secure), expires: session.renewedUntil })
  }
  if (session.closing && !request.routeOptions.config.endpoint?.whileClosing) {
    throw new Forbidden('This account is scheduled for deletion. Choose “Keep my account” to use it again.', {
      code: 'account_closing',
    })
  }
  return session.caller
}

/** Event streams end with the session that opened them. */
export const watchSession: RouteDependencies['watchSession'] = (ctx, clock) => ({
  read: () => account.isSessionOpen({ ...ctx, now: clock.now() }),
  subscribe: (changed) => account.onEndedSessions(ctx, changed),
})
