import { sessionEnd } from '#features/foundation/account/rules.ts'
import type { PublicContext } from '#server/context.ts'
import { newToken } from '#server/crypto/tokens.ts'
import { BadInput } from '#server/errors.ts'
import { cookieName, cookieOptions } from '#server/http/cookies.ts'
import { type Http, routes } from '#server/http/routes.ts'
import { keepSession, newSessionIn } from '#server/http/session-cookie.ts'
import type { Ceremony } from './actions/ceremonies.ts'
import * as methods from './actions/methods.ts'
import * as passkeys from './actions/passkeys.ts'
import * as recovery from './actions/recovery.ts'
import * as signIn from './actions/sign-in.ts'
import { passkeySignInApi, passkeysApi } from './contract.ts'

const CEREMONY_SECONDS = 300

export const passkeyRoutes = [
  ...routes(passkeysApi, {
    methods: (ctx) => methods.listMethods(ctx),
    removeMethod: (ctx, { params }) => methods.removeMethod(ctx, params.id),
    list: (ctx) => passkeys.listPasskeys(ctx),
    options: (ctx, _, http) => passkeys.beginPasskey(ctx, beginCeremony(http)),
    create: (ctx, { body }, http) =>
      passkeys.addPasskey(ctx, ceremonyOf(http), body, http.header('user-agent')),
    rename: (ctx, { params, body }) => passkeys.renamePasskey(ctx, params.id, body),
    remove: (ctx, { params }) => passkeys.removePasskey(ctx, params.id),
    makeRecoveryCodes: (ctx) => recovery.makeRecoveryCodes(ctx),
  }),
  ...routes(passkeySignInApi, {
    options: (ctx, _, http) => signIn.beginSignIn(ctx, beginCeremony(http)),
    signIn: (ctx, { body }, http) =>
      enter(ctx, http, () => signIn.signInWithPasskey(ctx, ceremonyOf(http), body, newSessionIn(http))),
    recover: (ctx, { body }, http) =>
      enter(ctx, http, () => recovery.signInWithCode(ctx, body, newSessionIn(http))),
    signUpOptions: (ctx, { body }, http) => signIn.beginSignUp(ctx, beginCeremony(http), body),
    signUp: async (ctx, { body }, http) => {
      const { key, recovery_codes } = await signIn.signUp(ctx, ceremonyOf(http), body, newSessionIn(http))
      keepSession(http, key, sessionEnd(ctx.now, ctx.now))
      return { recovery_codes }
    },
  }),
]

const TOKEN = /^[\w-]{43}$/

/** Several tabs of a browser share the cookie, each with a challenge of its own. */
function beginCeremony(http: Http): Ceremony {
  const name = cookieName('passkey', http.secure)
  const known = http.signedCookie(name)
  const browserToken = known && TOKEN.test(known) ? known : newToken()
  http.setCookie(name, browserToken, {
    ...cookieOptions(http.secure),
    signed: true,
    maxAge: CEREMONY_SECONDS,
  })
  return { origin: http.origin, browserToken }
}

const ceremonyOf = (http: Http): Ceremony => ({
  origin: http.origin,
  browserToken: http.signedCookie(cookieName('passkey', http.secure)) ?? '',
})

/** Signs in. A caller who tries many keys is slowed down. */
async function enter(ctx: PublicContext, http: Http, open: () => Promise<string>) {
  try {
    keepSession(http, await open(), sessionEnd(ctx.now, ctx.now))
    return { success: true } as const
  } catch (error) {
    if (error instanceof BadInput) await http.countUnknownCredential()
    throw error
  }
}
