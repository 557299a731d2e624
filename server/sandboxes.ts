import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IdentitySandbox } from '#sandbox/identity/server.ts'
import { type IdentityProvider, isLoopback, type Settings } from '#server/settings.ts'

/**
 * Stand-ins for the services that nobody configured: real servers of the real protocol, reached under this
 * app's own address. The features never know.
 */
export interface Sandboxes {
  identity: IdentityProvider
  mount(app: FastifyInstance): void
}

const IDENTITY_PATH = '/sandbox/identity'

export function startSandboxes({ identity, port }: Settings, secret: string): Sandboxes {
  if (identity !== 'sandbox') return { identity, mount: () => undefined }

  const issuer = new URL(`http://localhost:${port}${IDENTITY_PATH}`)
  const client = { clientId: 'daybook', clientSecret: keyed(secret, 'identity sandbox') }
  let sandbox: Promise<IdentitySandbox> | undefined
  return {
    identity: { issuer, ...client, sharesOurOrigin: true },
    mount: (app) =>
      mountHandler(app, IDENTITY_PATH, async (request, response) => {
        // Loaded when somebody signs in, so that the start does not wait for it.
        sandbox ??= import('#sandbox/identity/server.ts').then(({ createIdentitySandbox }) =>
          createIdentitySandbox({
            issuer,
            ...client,
            isLoopback,
            cookieKey: keyed(secret, 'identity cookies'),
          }),
        )
        await (await sandbox).handle(request, response)
      }),
  }
}

const keyed = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')

function mountHandler(app: FastifyInstance, path: string, handle: IdentitySandbox['handle']): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(
      `${path}/*`,
      { config: { machineToMachine: true }, schema: { hide: true } },
      async (request, reply) => {
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value) reply.raw.setHeader(name, value)
        await handle(request.raw, reply.raw)
      },
    )
  })
}
