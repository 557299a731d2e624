import type { FastifyInstance } from 'fastify'
import { createIdentitySandbox } from '#sandbox/identity/server.ts'
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
  const sandbox = createIdentitySandbox({ issuer, isLoopback, secret })
  return {
    identity: {
      issuer,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      sharesOurOrigin: true,
    },
    mount: (app) => mountHandler(app, IDENTITY_PATH, sandbox.handle),
  }
}

type Handle = ReturnType<typeof createIdentitySandbox>['handle']

function mountHandler(app: FastifyInstance, path: string, handle: Handle): void {
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
