import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { html } from '#sandbox/html.ts'
import { renderPage } from '#sandbox/shell.ts'
import { BodyTooLarge, readBody } from '../body.ts'
import type { Ledger } from '../ledger.ts'
import { assets, stylesVersion } from './assets.ts'
import { type Answer, messagePage, notFound, type Page } from './page.ts'
import { pageRoutes } from './routes.ts'
import { browserSession, isOwnPost, pageSecret, tokenField } from './session.ts'

interface Frame {
  /** The path of the pages, without a trailing slash. */
  base: string
  warning: string | undefined
}

export interface PagesOptions {
  db: DatabaseSync
  ledger: Ledger
  publicUrl: string
  /** Shown on every page. */
  warning?: string | undefined
  wakeCourier: () => void
  log: (message: string, details: object) => void
}

export function createPages(options: PagesOptions): RequestListener {
  const secret = pageSecret(options.ledger.store)
  return (request, response) => {
    handle(options, secret, request, response).catch((error: unknown) => {
      options.log('payment sandbox page failed', { error })
      if (response.headersSent) response.destroy()
      else sendPage(response, { base: '', warning: options.warning }, failedPage(error))
    })
  }
}

async function handle(
  options: PagesOptions,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const base = new URL(options.publicUrl).pathname.replace(/\/$/, '')
  const frame = { base, warning: options.warning }
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const path = pathUnder(base, url.pathname)
  const asset = path?.startsWith('/assets/') ? assets.get(path.slice('/assets/'.length)) : undefined
  if (asset) return sendAsset(response, asset)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const { token, cookie } = browserSession(request, secret, base)
  if (cookie !== undefined) response.setHeader('set-cookie', cookie)
  const found = pageRoutes.find(
    (route) => route.method === method && path !== undefined && route.pattern.test(path),
  )
  if (!found || path === undefined) return sendPage(response, frame, notFound())
  const form = new URLSearchParams(method === 'POST' ? await readBody(request, 64_000) : '')
  if (method === 'POST' && !isOwnPost(request, form, token)) return sendPage(response, frame, stalePage())
  options.ledger.catchUp()
  const answer = await found.visit({
    db: options.db,
    ledger: options.ledger,
    base,
    ids: found.pattern.exec(path)?.slice(1) ?? [],
    query: url.searchParams,
    form,
    token: tokenField(token),
    wakeCourier: options.wakeCourier,
  })
  return sendAnswer(response, frame, answer)
}

function pathUnder(base: string, path: string): string | undefined {
  if (path !== base && !path.startsWith(`${base}/`)) return undefined
  return path.slice(base.length).replace(/\/$/, '')
}

function sendAnswer(response: ServerResponse, frame: Frame, answer: Answer): void {
  if ('redirect' in answer) {
    const location = URL.canParse(answer.redirect) ? new URL(answer.redirect).href : answer.redirect
    response.writeHead(303, { location, 'cache-control': 'no-store' })
    response.end()
  } else {
    sendPage(response, frame, answer)
  }
}

function sendPage(response: ServerResponse, { base, warning }: Frame, page: Page): void {
  const width = page.wide ? 'wide' : 'narrow'
  const body = renderPage({
    title: `${page.title} · Payment sandbox`,
    icon: `${base}/assets/icon.svg`,
    stylesheet: `${base}/assets/sandbox.css?${stylesVersion}`,
    note: 'No real money moves.',
    warning,
    top: html`<div class="top ${width}">
<a class="wordmark" href="${base}">Payment sandbox</a>
${page.back && html`<a class="back" href="${page.back.url}">${page.back.label}</a>`}
</div>`,
    width,
    main: page.main,
  })
  const targets = (page.leadsTo ?? []).map((url) => new URL(url).origin)
  const formAction = [...new Set(["'self'", ...targets])].join(' ')
  response.writeHead(page.status ?? 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  })
  response.end(body)
}

function sendAsset(response: ServerResponse, asset: { type: string; body: Buffer }): void {
  response.writeHead(200, {
    'content-type': asset.type,
    'content-length': asset.body.length,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  response.end(asset.body)
}

const stalePage = (): Page =>
  messagePage(
    403,
    'Nothing was changed',
    'This form was opened too long ago, or not from this page. Go back, reload the page and try again.',
  )

function failedPage(error: unknown): Page {
  const title = 'Something went wrong'
  if (error instanceof BodyTooLarge) return messagePage(413, title, 'That form was too large.')
  const text = 'The sandbox failed; see its log. You can try again: nothing is charged twice.'
  return messagePage(500, title, text)
}
