import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '#core/pages.ts'
import { answerNotFound } from '#server/http/error-responses.ts'
import { WEB_DIRECTORY } from '#server/web-client/build.ts'

const PAGE = 'index.html'
const isPage = (url: string) => PAGES.includes(/^\/([^/?]*)/.exec(url)?.[1] ?? '')

/** Browsers ask for HTML; a client that accepts anything gets a page where there is one. */
const wantsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith('/api/') &&
  (accept.includes('text/html') || (accept.includes('*/*') && isPage(url)))

const withWarning = (html: string, warning: string | undefined) =>
  warning ? html.replace('<body>', `$&<p class="exposed-warning" role="note">${warning}</p>`) : html

/** The built client: hashed files, cached for ever, and one page for every address of the browser's router. */
export async function servePages(app: FastifyInstance, warning?: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: WEB_DIRECTORY,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(WEB_DIRECTORY, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = warning && withWarning(await readFile(join(WEB_DIRECTORY, PAGE), 'utf8'), warning)
  const sendPage = (reply: FastifyReply) =>
    page ? reply.type('text/html').header('cache-control', 'no-cache').send(page) : reply.sendFile(PAGE)
  // Keeps static files out of these paths: a name too long for the disk would get another error than an unknown one.
  for (const path of ['/api/*', ...app.secretAddresses.map(({ name }) => `/${name}/*`)]) {
    app.get(path, { schema: { hide: true } }, (_, reply) => reply.callNotFound())
  }
  app.get('/', { schema: { hide: true } }, (_, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? sendPage(reply) : answerNotFound(request, reply),
  )
}

/** The client by Vite from its sources, reloading as they change. */
export async function serveHotPages(app: FastifyInstance, warning?: string): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return answerNotFound(request, reply)
    if (wantsPage(request)) {
      const source = await readFile(join(vite.config.root, PAGE), 'utf8')
      return reply
        .type('text/html')
        .send(withWarning(await vite.transformIndexHtml(request.url, source), warning))
    }
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
}

export async function serveNoPages(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(answerNotFound)
}
