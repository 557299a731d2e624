import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#core/errors.ts'
import type { Settings } from '#server/config/settings.ts'

/** Said at the start and on every page while the sandboxes are open to everybody. */
const EXPOSED_WARNING =
  'Demo: anyone who opens this address can sign in as anyone and read everything. Enter nothing real.'

export const exposedWarning = ({ sandboxAccess }: Pick<Settings, 'sandboxAccess'>): string | undefined =>
  sandboxAccess === 'anyone' ? EXPOSED_WARNING : undefined

/** A sandbox trusts whoever reaches it. What did not start on this machine is told why it gets no further. */
export function isFromElsewhere({ socket, headers }: FastifyRequest): boolean {
  return !isOnThisMachine(socket.remoteAddress) || wasPassedOn(headers)
}

const THIS_MACHINE = new BlockList()
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4')
THIS_MACHINE.addAddress('::1', 'ipv6')

/** An IPv4 address in IPv6 clothes (`::ffff:127.0.0.1`) counts as what it is. */
const isOnThisMachine = (address = '') => THIS_MACHINE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** What proxies and tunnels write. The peer is then one of them, and says nothing about who is calling. */
const PASSED_ON = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip)$/

const wasPassedOn = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some((name) => PASSED_ON.test(name))

const REFUSAL =
  'This Daybook runs on sandboxes that let anybody sign in as anyone, so it answers only requests made on its own ' +
  'machine: to open it to others, set PUBLIC_URL, SECRET, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'

export function refuseFromElsewhere(request: FastifyRequest, reply: FastifyReply): void {
  reply.status(403).header('cache-control', 'no-store')
  if (!request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')) {
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(PAGE)
  } else {
    const body: ErrorBody = { error: REFUSAL }
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
