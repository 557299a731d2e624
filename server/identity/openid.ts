import * as openid from 'openid-client'
import type { IdentityProvider } from '#server/config/settings.ts'
import { BadInput, Unavailable } from '#server/errors.ts'

/** The person who signed in, according to the identity provider. */
export interface Person {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string | null
  picture: string | null
}

/** Values that must come back unchanged from the provider. Kept in a signed cookie meanwhile. */
export interface SignInCheck {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

export interface Identity {
  issuer: URL
  begin(redirectUri: string): Promise<{ url: URL; check: SignInCheck }>
  finish(check: SignInCheck, returned: { code: string; state?: string | undefined }): Promise<Person>
}

const SCOPE = 'openid email profile'

/** Sign-in by OpenID Connect: authorization code flow with PKCE and nonce. */
export function openidIdentity(provider: IdentityProvider): Identity {
  let discovered: Promise<openid.Configuration> | undefined

  function configuration(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(provider.issuer, provider.clientId, provider.clientSecret, undefined, {
        execute: provider.issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw unreachable(error)
      })
    return discovered
  }

  return {
    issuer: provider.issuer,
    async begin(redirectUri) {
      const config = await configuration()
      const check = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        redirectUri,
      }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: check.state,
        nonce: check.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(check.verifier),
        code_challenge_method: 'S256',
      })
      const shown = provider.sharesOurOrigin ? new URL(url.pathname + url.search, redirectUri) : url
      return { url: shown, check }
    },

    async finish(check, { code, state }) {
      const config = await configuration()
      // The state is optional for callers of the API; PKCE and nonce bind the code to this browser anyway.
      if (state !== undefined && state !== check.state)
        throw new BadInput('This sign-in was started in another browser')
      const returnedTo = new URL(check.redirectUri)
      returnedTo.search = new URLSearchParams({
        code,
        state: check.state,
        iss: config.serverMetadata().issuer,
      }).toString()
      try {
        const tokens = await openid.authorizationCodeGrant(config, returnedTo, {
          pkceCodeVerifier: check.verifier,
          expectedNonce: check.nonce,
          expectedState: check.state,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new BadInput('The identity provider did not say who signed in')
        const info = claims.email
          ? claims
          : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        return personFrom(claims.iss, claims.sub, info)
      } catch (error) {
        throw failedExchange(error)
      }
    },
  }
}

function personFrom(issuer: string, subject: string, claims: Record<string, unknown>): Person {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : null
  }
  const email = text('email')
  if (!email) throw new BadInput('The identity provider did not share an email address')
  return {
    issuer,
    subject,
    email,
    emailVerified: claims.email_verified === true,
    name: text('name'),
    picture: text('picture'),
  }
}

const unreachable = (cause: unknown) =>
  Object.assign(new Unavailable('The identity provider cannot be reached right now. Please try again.'), {
    cause,
  })

function failedExchange(error: unknown): Error {
  if (error instanceof BadInput) return error
  const refused =
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.AuthorizationResponseError ||
    (error instanceof openid.ClientError &&
      error.code !== 'OAUTH_TIMEOUT' &&
      !(error.cause instanceof TypeError))
  return refused
    ? Object.assign(new BadInput('This sign-in could not be completed. Please start again.'), {
        cause: error,
      })
    : unreachable(error)
}
