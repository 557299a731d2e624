import { z } from 'zod'
import type { PublicContext } from '#server/context.ts'
import { BadInput, Forbidden, NotSignedIn } from '#server/http/errors.ts'
import { type Authenticate, type Http, routes } from '#server/http/routes.ts'
import * as account from './actions.ts'
import { accountApi, type SignInReturn } from './contract.ts'
import { sessionEnd } from './rules.ts'

const SIGN_IN_SECONDS = 600

const SignInCheck = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

/** A `__Host-` cookie cannot be set from a subdomain, but needs https. */
const cookieName = (name: string, secure: boolean) => (secure ? `__Host-daybook_${name}` : `daybook_${name}`)
const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

export const accountRoutes = routes(accountApi, {
  redirectUrl: (ctx, _, http) => beginSignIn(ctx, http),
  signIn: (ctx, { body }, http) => finishSignIn(ctx, body, http),
  me: (ctx) => account.currentUser(ctx),
  update: (ctx, { body, ifMatch }) => account.updateAccount(ctx, body, ifMatch),
  signOut: (ctx, _, http) => endSession(ctx, http),
  sessions: (ctx) => account.listSessions(ctx),
  endOtherSessions: (ctx) => account.endOtherSessions(ctx),
  endSession: (ctx, { params }) => account.endSession(ctx, params.id),
})

async function beginSignIn(ctx: PublicContext, http: Http) {
  const { url, check } = await ctx.services.identity.begin(`${http.origin}/auth/callback`)
  const until = ctx.now.getTime() + SIGN_IN_SECONDS * 1000
  http.setCookie(cookieName('signin', http.secure), JSON.stringify({ ...check, until }), {
    ...cookieOptions(http.secure),
    signed: true,
    maxAge: SIGN_IN_SECONDS,
  })
  return { redirectUrl: url.href }
}

async function finishSignIn(ctx: PublicContext, returned: SignInReturn, http: Http) {
  const name = cookieName('signin', http.secure)
  const check = SignInCheck.safeParse(parseJson(http.signedCookie(name)))
  if (!check.success || check.data.until < ctx.now.getTime()) {
    throw new BadInput('This sign-in was not started in this browser, or took too long. Please start again.')
  }
  const person = await ctx.services.identity.finish(check.data, returned)
  const session = cookieName('session', http.secure)
  const key = await account.signIn(ctx, person, {
    timeZone: returned.time_zone,
    userAgent: http.header('user-agent'),
    oldKey: http.cookie(session),
  })
  http.clearCookie(name, cookieOptions(http.secure))
  http.setCookie(session, key, { ...cookieOptions(http.secure), expires: sessionEnd(ctx.now, ctx.now) })
  return { success: true } as const
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

async function endSession(ctx: PublicContext, http: Http) {
  const name = cookieName('session', http.secure)
  const key = http.cookie(name)
  http.clearCookie(name, cookieOptions(http.secure))
  if (key) await account.signOut(ctx, key)
  return { success: true } as const
}

/** The session behind a request's cookie; keeps a cookie alive that is in use. */
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
    throw new Forbidden('This account is waiting to be deleted. Keep it to use it again.', {
      code: 'account_closing',
    })
  }
  return session.caller
}
