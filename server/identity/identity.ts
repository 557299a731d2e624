import type { IdentityProvider } from '#server/config/settings.ts'
import type { Identity } from './openid.ts'

export type { Identity, Person } from './openid.ts'

declare module '#server/services.ts' {
  interface Services {
    /** Undefined if `oidc` is not among the ways to sign in. */
    identity: Identity | undefined
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
    issuer: provider.issuer,
    begin: async (redirectUri) => (await load()).begin(redirectUri),
    finish: async (check, returned) => (await load()).finish(check, returned),
  }
}
