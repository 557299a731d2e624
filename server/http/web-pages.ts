import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/config/settings.ts'
import { sessionCookiesIn } from '#server/http/cookies.ts'
import { answerNotFound } from '#server/http/error-responses.ts'
import { renderForRequest } from '#server/http/rendered-pages.ts'
import { exposedWarning } from '#server/http/sandbox-guard.ts'
import { answerSearchEngines } from '#server/http/search-engines.ts'
import { PAGES_FILE, WEB_DIRECTORY } from '#server/web-client/build.ts'
import type { Pages } from '#server/web-client/compile.ts'

/** As `web/offline/app-shell.ts` names it. */
const APP_SHELL = '/app-shell.html'

/** The prerendered page that only a server with plans for sale has. */
const PRICING = '/pricing'

const HIDDEN = { schema: { hide: true } }

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const acceptsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true
const acceptsAnything = ({ headers: { accept = '*/*' } }: FastifyRequest) => accept.includes('*/*')
const isApiCall = ({ url }: FastifyRequest) => url.startsWith('/api/')

/** Serves the built client: hashed files, cached forever, and a page for every address of the browser's router. */
export async function servePages(app: FastifyInstance, settings: Settings): Promise<void> {
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
  const pages: Pages = JSON.parse(await readFile(PAGES_FILE, 'utf8'))
  const pageFor = (html: string) => pageOf(forThisServer(html, settings))
  /** For visitors, and for who has a session. */
  const both = (html: string) => ({ visitors: pageFor(withoutSession(html)), own: pageFor(html) })
  const usual = both(pages.shell)
  const { [PRICING]: pricing, ...others } = pages.prerendered
  const prerendered: Pages['prerendered'] = settings.sellsPlans ? pages.prerendered : others
  const pageAt = (path: string) => {
    const html = prerendered[path]
    if (html) return { visitors: pageFor(html), own: usual.own }
    const shell = pages.shells[path] ?? pages.shell
    return pages.appPaths.includes(path) ? { visitors: usual.visitors, own: pageFor(shell) } : both(shell)
  }
  for (const path of pages.paths) {
    const { visitors, own } = pageAt(path)
    const { always, withoutQuery } = pages.firstCalls[path] ?? { always: [], withoutQuery: [] }
    const needsSession = pages.appPaths.includes(path)
    const shell = pages.rendered[path] && forThisServer(withoutSession(pages.rendered[path]), settings)
    app.get<{ Params: Record<string, string> }>(path, HIDDEN, async (request, reply) => {
      if (!acceptsHtml(request) && !acceptsAnything(request)) return reply.callNotFound()
      const isOwn = hasSession(request)
      const rendered = shell && !isOwn && (await renderForRequest(request, shell))
      // Not compressed, since it contains a key: see `mayCompress`.
      if (rendered) return reply.type('text/html').send(rendered)
      const calls = request.url.includes('?') ? always : [...always, ...withoutQuery]
      if (calls.length > 0 && (isOwn || !needsSession)) reply.header('link', preloads(calls, request.params))
      return sendPage(request, reply, isOwn ? own : visitors)
    })
  }
  // Kept by the service worker, which opens it without a connection.
  app.get(APP_SHELL, HIDDEN, (request, reply) => sendPage(request, reply, usual.own))
  // Static files are not looked up here: a name too long for the disk would get a different error than an unknown one.
  for (const path of ['/api/*', ...app.secretAddresses.map(({ name }) => `/${name}/*`)])
    app.get(path, HIDDEN, (_, reply) => reply.callNotFound())
  answerSearchEngines(app, settings.publicUrl, Object.keys(prerendered))
  app.setNotFoundHandler((request, reply) =>
    isRead(request) && acceptsHtml(request) && !isApiCall(request)
      ? sendPage(request, reply, hasSession(request) ? usual.own : usual.visitors)
      : answerNotFound(request, reply),
  )
}

/** The browser makes these calls at once, and the page finds their responses. */
const preloads = (calls: string[], params: Record<string, string>): string =>
  calls
    .map((call) => call.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')))
    .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
    .join(', ')

/** Tells the client, which cannot read the cookie, that there is no session: it need not fetch what would be refused. */
const withoutSession = (html: string): string => html.replace('<html ', '$&data-session="none" ')

/** Fills in what only the running server knows: its address, its warnings, how to sign in, whether there is a demo, and plans for sale. */
const forThisServer = (html: string, settings: Settings): string =>
  [withWarning, withSignIn, withoutDemo, withoutPlans]
    .reduce((page, fill) => fill(page, settings), html)
    .replaceAll('content="/', `content="${settings.publicUrl.origin}/`)

/**
 * Says where the sign-in button leads: to a page with all ways to sign in, or directly to a provider that is not Google. A
 * sandbox stands in for Google, and leads to that page itself.
 */
function withSignIn(html: string, { identity, signIn: { methods, providerName } }: Settings): string {
  if (identity === 'sandbox') return html
  const isDirect = methods.every((method) => method === 'oidc')
  if (isDirect && providerName === 'Google') return html
  return html.replace('<html ', `$&data-sign-in="${isDirect ? 'direct' : 'page'}" `)
}

const withoutDemo = (html: string, { offersDemo }: Settings): string =>
  offersDemo ? html : html.replace('<html ', '$&data-demo="off" ')

const withoutPlans = (html: string, { sellsPlans }: Settings): string =>
  sellsPlans ? html : html.replace('<html ', '$&data-plans="off" ')

/** Shown at the top of every page. Its style is in the client's stylesheet. */
function withWarning(html: string, settings: Settings): string {
  const warning = exposedWarning(settings)
  return warning ? html.replace('<body>', `$&<p class="exposed-warning" role="note">${warning}</p>`) : html
}

/** Visitors get the rendered page; with a session, the client renders it. */
const hasSession = ({ cookies, ownOrigin }: FastifyRequest): boolean =>
  sessionCookiesIn(cookies, ownOrigin.startsWith('https:')).length > 0

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const ENCODINGS = ['br', 'gzip'] as const

/** Compressed when it is first asked for. */
interface Page {
  plain: Buffer
  compressed: Partial<Record<keyof typeof COMPRESS, Promise<Buffer>>>
}

const pageOf = (html: string): Page => ({ plain: Buffer.from(html), compressed: {} })

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = ENCODINGS.find((name) => accepted.includes(name))
  if (encoding) {
    page.compressed[encoding] ??= COMPRESS[encoding](page.plain)
    reply.header('content-encoding', encoding)
  }
  return reply
    .type('text/html')
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie, Accept-Encoding')
    .send(await (encoding ? page.compressed[encoding] : page.plain))
}

/** Serves the client from its sources through Vite, reloading as they change. */
export async function serveHotPages(app: FastifyInstance, settings: Settings): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.setNotFoundHandler(async (request, reply) => {
    if (isApiCall(request)) return answerNotFound(request, reply)
    if (isRead(request) && acceptsHtml(request)) {
      const source = await readFile(join(vite.config.root, 'index.html'), 'utf8')
      const page = await vite.transformIndexHtml(request.url, source)
      return reply.type('text/html').send(forThisServer(page, settings))
    }
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
}

export async function serveNoPages(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(answerNotFound)
}
