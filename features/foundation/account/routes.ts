import { ACCOUNT_HEADER } from '#core/endpoint.ts'
import { Conflict, Forbidden, NotSignedIn } from '#server/errors.ts'
import { cookieOptions, sessionCookiesIn } from '#server/http/cookies.ts'
import { type Authenticate, type RouteDependencies, routes } from '#server/http/routes.ts'
import type { ResumedSession } from './actions.ts'
import * as account from './actions.ts'
import { accountApi } from './contract.ts'
import { isRecentSignIn } from './rules.ts'

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
  const cookies = sessionCookiesIn(request.cookies, secure)
  if (cookies.length === 0) throw new NotSignedIn()
  const session = await account.resumeFirst(base, cookies)
  if (!session) {
    await request.countUnknownCredential()
    throw new NotSignedIn('Your session has ended. Please sign in again.', { code: 'session_ended' })
  }
  if (session.renewedUntil) {
    const { name, key } = session.cookie
    reply.setCookie(name, key, { ...cookieOptions(secure), expires: session.renewedUntil })
  }
  const { endpoint } = request.routeOptions.config
  const shown = request.headers[ACCOUNT_HEADER]
  if (shown !== undefined && shown !== String(session.caller.accountId) && endpoint !== accountApi.me) {
    throw new Conflict('You are using another account by now. Please reload the page.', {
      code: 'account_changed',
    })
  }
  if (session.closing && !endpoint?.whileClosing) {
    throw new Forbidden('This account is scheduled for deletion. Choose “Keep my account” to use it again.', {
      code: 'account_closing',
    })
  }
  if (endpoint?.needs === 'recent sign-in') requireRecentSignIn(session, base.now)
  return session.caller
}

function requireRecentSignIn({ caller, signedInAt }: ResumedSession, now: Date): void {
  if (caller.isDemo) throw new Forbidden('Nobody signs in to a demo.')
  if (!isRecentSignIn(signedInAt, now)) {
    throw new Forbidden('Please sign in again first: this changes who can open your account.', {
      code: 'recent_sign_in_required',
    })
  }
}

/** Event streams end with the session that opened them. */
export const watchSession: RouteDependencies['watchSession'] = (ctx, clock) => ({
  read: () => account.isSessionOpen({ ...ctx, now: clock.now() }),
  subscribe: (changed) => account.onEndedSessions(ctx, changed),
})
