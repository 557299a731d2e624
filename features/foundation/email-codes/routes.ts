import { sessionEnd } from '#features/foundation/account/rules.ts'
import type { PublicContext } from '#server/context.ts'
import { cookieName, cookieOptions } from '#server/http/cookies.ts'
import { type Http, routes } from '#server/http/routes.ts'
import { keepSession, newSessionIn } from '#server/http/session-cookie.ts'
import * as actions from './actions.ts'
import { type CodeSignIn, emailCodesApi } from './contract.ts'
import { CODE_MINUTES } from './rules.ts'

export const emailCodeRoutes = routes(emailCodesApi, {
  ask: (ctx, { body }, http) => askForCode(ctx, body.email, http),
  enter: (ctx, { body }, http) => enterCode(ctx, body, http),
})

async function askForCode(ctx: PublicContext, email: string, http: Http) {
  const attempt = await actions.askForCode(ctx, email)
  http.setCookie(cookieName('email', http.secure), attempt, {
    ...cookieOptions(http.secure),
    signed: true,
    maxAge: CODE_MINUTES * 60,
  })
  return { success: true } as const
}

async function enterCode(ctx: PublicContext, { code, time_zone }: CodeSignIn, http: Http) {
  const name = cookieName('email', http.secure)
  const attempt = http.signedCookie(name) ?? ''
  const key = await actions.enterCode(ctx, { attempt, code }, newSessionIn(http, time_zone))
  http.clearCookie(name, cookieOptions(http.secure))
  keepSession(http, key, sessionEnd(ctx.now, ctx.now))
  return { success: true } as const
}
