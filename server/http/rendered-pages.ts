import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { PREFETCH } from '#server/http/prefetch.ts'
import { PRERENDER_FILE } from '#server/web-client/build.ts'
import type { Prerenderer, Transport } from '#server/web-client/compile.ts'

const transports = new AsyncLocalStorage<Transport>()

/** Loaded with the first page that is rendered. */
async function loadPrerenderer(): Promise<Prerenderer> {
  const prerenderer: Prerenderer = await import(pathToFileURL(PRERENDER_FILE).href)
  prerenderer.setTransport(() => transports.getStore() ?? outsideOfPage())
  return prerenderer
}

function outsideOfPage(): never {
  throw new Error('called outside of a page')
}

/** A page whose data takes longer comes without it, and says that it is loading. */
const RENDER_TIMEOUT_MS = 3000

/**
 * Renders a page with the data of its request into this shell. Undefined if that is not possible: without its content, the
 * page still works.
 */
export async function renderForRequest(request: FastifyRequest, shell: string): Promise<string | undefined> {
  try {
    const { renderForRequest } = await loadPrerenderer()
    const rendering = transports.run(transportOf(request), () => renderForRequest(request.url, shell))
    return await Promise.race([rendering, setTimeout(RENDER_TIMEOUT_MS, undefined, { ref: false })])
  } catch (error) {
    request.log.error({ err: error }, 'page not rendered')
    return undefined
  }
}

/**
 * Calls as the visitor of the page would make them, so that they are checked and answered alike, but no visit. After one that
 * is refused there is no other, so that a wrong key counts once.
 */
function transportOf(request: FastifyRequest): Transport {
  let last = Promise.resolve(true)
  return {
    origin: request.ownOrigin,
    send({ url }) {
      const response = last.then((isOpen) => (isOpen ? call(request, new URL(url)) : Response.error()))
      last = response.then(({ ok }) => ok)
      return response
    },
  }
}

async function call(request: FastifyRequest, { pathname, search }: URL): Promise<Response> {
  try {
    const { statusCode, headers, body } = await request.server.inject({
      url: pathname + search,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: { ...headersFromProxies(request), ...PREFETCH, accept: 'application/json' },
    })
    return new Response(body, { status: statusCode, headers: { link: `${headers.link ?? ''}` } })
  } catch (error) {
    request.log.error({ err: error }, 'call of a page failed')
    return Response.error()
  }
}

/** They say who calls, and under which address. */
const headersFromProxies = ({ headers }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'host' || name.startsWith('x-forwarded-')),
  )
