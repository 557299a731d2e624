import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#core/errors.ts'
import type { Settings } from '#server/config/settings.ts'

/** Shown at the start and on every page while anyone can reach the sandboxes. */
const EXPOSED_WARNING =
  'Demo: anyone who opens this address can sign in as anyone and read everything. Enter nothing real.'

export const exposedWarning = ({ sandboxAccess }: Pick<Settings, 'sandboxAccess'>): string | undefined =>
  sandboxAccess === 'anyone' ? EXPOSED_WARNING : undefined

/** True if a request comes from another machine. A sandbox trusts every caller, so such a request is refused. */
export function isRemote({ socket, headers }: FastifyRequest): boolean {
  return !isOnThisMachine(socket.remoteAddress) || wasProxied(headers)
}

const THIS_MACHINE = new BlockList()
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4')
THIS_MACHINE.addAddress('::1', 'ipv6')

/** An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) counts as the IPv4 address. */
const isOnThisMachine = (address = '') => THIS_MACHINE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Set by proxies and tunnels. The peer is then one of them, and says nothing about who is calling. */
const PROXY_HEADERS = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip)$/

const wasProxied = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some((name) => PROXY_HEADERS.test(name))

const REFUSAL =
  'This Daybook runs on sandboxes that let anyone sign in as anyone, so it answers only requests from its own ' +
  'machine: to open it to others, set PUBLIC_URL and SECRET.'

export function refuseRemote(request: FastifyRequest, reply: FastifyReply): void {
  reply.status(403).header('cache-control', 'no-store')
  if (!request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')) {
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(PAGE)
  } else {
    const body: ErrorBody = { error: REFUSAL, code: 'forbidden' }
    reply.type('application/json').serializer(JSON.stringify).send(body)
  }
}

const STYLE =
  'body{max-width:36rem;margin:20vh auto;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}'
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Daybook is not open to others</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Not open to others</h1>
<p>${REFUSAL}</p>
</main>
</body>
</html>
`
