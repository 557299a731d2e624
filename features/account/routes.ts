import { z } from 'zod'
import type { PublicContext } from '#server/context.ts'
import { BadInput, NotSignedIn } from '#server/errors.ts'
import { type Authenticate, type Http, routes } from '#server/routes.ts'
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
  update: (ctx, { body }) => account.updateAccount(ctx, body),
  signOut: (ctx, _, http) => endSession(ctx, http),
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
  const key = await account.signIn(ctx, person, returned.time_zone)
  http.clearCookie(name, cookieOptions(http.secure))
  http.setCookie(cookieName('session', http.secure), key, {
    ...cookieOptions(http.secure),
    expires: sessionEnd(ctx.now),
  })
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
    throw new NotSignedIn('Your session has ended. Please sign in again.')
  }
  if (session.renewed) {
    reply.setCookie(name, key, { ...cookieOptions(secure), expires: sessionEnd(base.now) })
  }
  return session.caller
}
