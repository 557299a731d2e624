import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Attachment, Email } from 'postal-mime'
import { Mails } from './mails.ts'
import { listPage, mailPage, notFoundPage, stylesheet } from './pages.ts'

export interface OutboxSandbox {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export interface OutboxOptions {
  /** The directory with mails as `*.eml`. */
  directory: string
  /** The address of the outbox, for example `http://localhost:3000/sandbox/outbox`. */
  url: URL
  allowsHost(hostname: string): boolean
  /** Shown on every page. */
  warning?: string | undefined
}

/** Shows all mails to anyone, so it serves only the allowed host names. */
export function createOutboxSandbox({ directory, url, allowsHost, warning }: OutboxOptions): OutboxSandbox {
  if (!allowsHost(url.hostname)) {
    throw new Error(`The outbox sandbox shows everyone's mail, so it does not run on ${url.origin}.`)
  }
  const mails = new Mails(directory)
  const frame = { base: url.pathname, warning }

  async function answer(path: string): Promise<Answer> {
    if (path === '') return page(listPage(await mails.list(), frame))
    if (path === '/style.css') return { type: 'text/css; charset=utf-8', body: stylesheet }
    const [, name = '', part] = /^\/([^/]+)(?:\/(html|raw))?$/.exec(path) ?? []
    const mail = await mails.read(name)
    if (!mail) return { ...page(notFoundPage(frame)), status: 404 }
    if (part === 'raw') return raw(name, await mails.content(name))
    if (part === 'html') return mailHtml(mail.email)
    return page(mailPage(mail, frame))
  }

  return {
    handle: async (request, response) => {
      const { pathname } = new URL(request.url ?? '', url)
      const path = pathname.slice(url.pathname.length).replace(/\/$/, '')
      const { status = 200, type, headers = {}, body } = await answer(path)
      // A sandboxed page has an opaque origin, and browsers warn when it is asked for an origin-keyed agent cluster.
      response.removeHeader('origin-agent-cluster')
      response
        .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
        .end(request.method === 'HEAD' ? undefined : body)
    },
  }
}

interface Answer {
  status?: number
  type: string
  headers?: Record<string, string>
  body: string | Buffer | undefined
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (html: string): Answer => ({
  type: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': PAGE_POLICY },
  body: html,
})

/** A mail may have any style, but it runs no scripts, loads nothing, and opens links in a new window. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

const mailHtml = ({ html = '', attachments }: Email): Answer => ({
  type: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': MAIL_POLICY, 'referrer-policy': 'no-referrer' },
  body: attachments.reduce(showWithin, html.replace(/<head[^>]*>/i, '$&<base target="_blank">')),
})

/** A picture that the message brings stands where the HTML refers to it. */
function showWithin(html: string, { contentId, content, mimeType }: Attachment): string {
  if (contentId === undefined || !(content instanceof ArrayBuffer)) return html
  const picture = `data:${mimeType};base64,${Buffer.from(content).toString('base64')}`
  return html.replaceAll(`src="cid:${contentId.slice(1, -1)}"`, `src="${picture}"`)
}

const raw = (name: string, body: Buffer | undefined): Answer => ({
  type: 'message/rfc822',
  headers: { 'content-disposition': `attachment; filename="${name}.eml"` },
  body,
})
