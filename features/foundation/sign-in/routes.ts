import { z } from 'zod'
import { sessionEnd } from '#features/foundation/account/rules.ts'
import type { PublicContext } from '#server/context.ts'
import { BadInput, NotFound } from '#server/errors.ts'
import { cookieName, cookieOptions } from '#server/http/cookies.ts'
import { type Http, routes } from '#server/http/routes.ts'
import { keepSession, newSessionIn } from '#server/http/session-cookie.ts'
import type { Identity } from '#server/identity/identity.ts'
import * as actions from './actions.ts'
import { type SignInReturn, signInApi } from './contract.ts'

const SIGN_IN_SECONDS = 600

const SignInCheck = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

export const signInRoutes = routes(signInApi, {
  redirectUrl: (ctx, _, http) => beginSignIn(ctx, http),
  signIn: (ctx, { body }, http) => finishSignIn(ctx, body, http),
  signOut: (ctx, _, http) => signOut(ctx, http),
})

async function beginSignIn(ctx: PublicContext, http: Http) {
  const { url, check } = await providerOf(ctx).begin(`${http.origin}/auth/callback`)
  const until = ctx.now.getTime() + SIGN_IN_SECONDS * 1000
  http.setCookie(cookieName('signin', http.secure), JSON.stringify({ ...check, until }), {
    ...cookieOptions(http.secure),
    signed: true,
    maxAge: SIGN_IN_SECONDS,
  })
  return { redirectUrl: url.href }
}

function providerOf({ services: { identity } }: PublicContext): Identity {
  if (!identity) throw new NotFound('This Daybook has no identity provider to sign in with')
  return identity
}

async function finishSignIn(ctx: PublicContext, returned: SignInReturn, http: Http) {
  const provider = providerOf(ctx)
  const name = cookieName('signin', http.secure)
  const check = SignInCheck.safeParse(parseJson(http.signedCookie(name)))
  if (!check.success || check.data.until < ctx.now.getTime()) {
    throw new BadInput('This sign-in was not started in this browser, or took too long. Please start again.')
  }
  const person = await provider.finish(check.data, returned)
  const key = await actions.signIn(ctx, person, newSessionIn(http, returned.time_zone))
  http.clearCookie(name, cookieOptions(http.secure))
  keepSession(http, key, sessionEnd(ctx.now, ctx.now))
  return { success: true } as const
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

async function signOut(ctx: PublicContext, http: Http) {
  for (const { name, key } of http.sessionCookies) {
    http.clearCookie(name, cookieOptions(http.secure))
    await actions.signOut(ctx, key)
  }
  return { success: true } as const
}
