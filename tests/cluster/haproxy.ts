import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorBody } from '#core/errors.ts'

interface Backend {
  name: string
  port: number
}

export interface HaproxySettings {
  port: number
  databasePort: number
  apps: Backend[]
  nodes: (Backend & { restPort: number })[]
}

const UNAVAILABLE: ErrorBody = { error: 'Daybook is starting. Try again in a moment.', code: 'unavailable' }

/**
 * In front of the app servers and of the primary. A request that reached no server goes to another one. One that may have
 * reached it does so only if that is safe: it reads, or has an Idempotency-Key.
 */
export function writeHaproxySettings(
  directory: string,
  { port, databasePort, apps, nodes }: HaproxySettings,
): string {
  const path = join(directory, 'haproxy.cfg')
  const lines = [
    'defaults',
    '  timeout connect 2s',
    '  timeout check 4s',
    '',
    'frontend daybook',
    `  bind 127.0.0.1:${port}`,
    `  bind [::1]:${port}`,
    '  mode http',
    '  timeout client 100s',
    '  option forwardfor',
    '  http-request set-header X-Forwarded-Proto http',
    '  default_backend apps',
    '',
    'backend apps',
    '  mode http',
    '  timeout server 100s',
    '  balance leastconn',
    '  option httpchk GET /readyz',
    '  option redispatch 1',
    '  retries 3',
    '  retry-on conn-failure empty-response',
    '  acl reads method GET HEAD OPTIONS',
    '  acl keyed req.hdr(idempotency-key) -m found',
    '  http-request disable-l7-retry if !reads !keyed',
    `  http-error status 503 content-type application/json string ${quoted(JSON.stringify(UNAVAILABLE))} hdr retry-after 2`,
    '  default-server check inter 500ms fall 2 rise 1',
    ...apps.map((app) => `  server ${app.name} 127.0.0.1:${app.port}`),
    '',
    'listen postgres',
    `  bind 127.0.0.1:${databasePort}`,
    '  mode tcp',
    '  timeout client 1h',
    '  timeout server 1h',
    '  option httpchk OPTIONS /primary',
    '  default-server check inter 500ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} port ${node.restPort}`),
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const quoted = (text: string) => `'${text}'`
