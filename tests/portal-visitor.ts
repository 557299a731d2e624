import { Visitor } from './people.ts'

/** Somebody with nothing but a link, whose token is in every call: `client.call(portalApi.overview)`. */
export class PortalVisitor extends Visitor<'token'> {
  readonly token: string

  constructor(url: string, token: string) {
    super(url, { token })
    this.token = token
  }
}

/** The token in the address of a portal page; a revoked link has neither. */
export const tokenOf = (url: string | null): string => new URL(url ?? '').pathname.split('/')[2] ?? ''
