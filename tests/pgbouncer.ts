import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from './needs.ts'
import { freePort } from './ports.ts'
import { ownerWhenRoot } from './postgres-server.ts'

export interface PgBouncer {
  /** This database through the pooler. */
  throughPooler(databaseUrl: string): string
  stop(): Promise<void>
}

/** In front of the PostgreSQL server of this address: in transaction mode, with few connections for everyone. */
export async function startPgBouncer(serverUrl: string, connections: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(serverUrl)
  const port = await freePort()
  const home = mkdtempSync(path.join(tmpdir(), 'daybook-pgbouncer-'))
  const users = path.join(home, 'users.txt')
  const configuration = path.join(home, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    configuration,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
server_login_retry = 1
`,
  )
  const owner = ownerWhenRoot()
  if (owner) for (const file of [home, users, configuration]) chownSync(file, owner.uid, owner.gid)
  const child = spawn(findProgram('pgbouncer') ?? 'pgbouncer', [configuration], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal would end it too.
    detached: true,
  })
  process.once('exit', () => child.kill())
  let output = ''
  for await (const line of createInterface(child.stderr)) {
    output += `${line}\n`
    if (line.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer did not start: ${output}`)
  child.stderr.resume()
  return {
    throughPooler(databaseUrl) {
      const url = new URL(databaseUrl)
      url.port = String(port)
      return url.href
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}
