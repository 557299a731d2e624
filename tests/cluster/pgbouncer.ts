import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerWhenRoot } from '#tests/postgres-server.ts'

/** In transaction mode: a server connection belongs to a client for one transaction at a time. */
export function writePgbouncerSettings(
  directory: string,
  { port, databasePort }: { port: number; databasePort: number },
): string {
  const path = join(directory, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `daybook = host=127.0.0.1 port=${databasePort} dbname=daybook user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 200',
    'query_wait_timeout = 10',
    'server_connect_timeout = 2',
    'server_login_retry = 1',
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  const owner = ownerWhenRoot()
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}
