import type { IdentityProvider } from '#server/config/settings.ts'

/** Who signed in, according to the identity provider. */
export interface Person {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string | null
  picture: string | null
}

/** What must come back unchanged from the provider. Kept in a signed cookie meanwhile. */
export interface SignInCheck {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

export interface Identity {
  begin(redirectUri: string): Promise<{ url: URL; check: SignInCheck }>
  finish(check: SignInCheck, returned: { code: string; state?: string | undefined }): Promise<Person>
}

declare module '#server/services.ts' {
  interface Services {
    identity: Identity
  }
}

/** Signs people in through the provider. The library for it is loaded with the first sign-in. */
export function createIdentity(provider: IdentityProvider): Identity {
  let loaded: Promise<Identity> | undefined
  const load = () => {
    loaded ??= import('./openid.ts').then(({ openidIdentity }) => openidIdentity(provider))
    return loaded
  }
  return {
    begin: async (redirectUri) => (await load()).begin(redirectUri),
    finish: async (check, returned) => (await load()).finish(check, returned),
  }
}
