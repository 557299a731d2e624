import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgresServer } from '#tests/postgres-server.ts'
import { startChild } from './fixtures/child.ts'
import { patience, scratchDirectory } from './fixtures/scratch.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgresServer({ durable: true })
}, patience)
afterAll(() => server.stop())

const kills = 10

test(
  'kill -9 ten times during writes loses no acknowledged row of the embedded database',
  async () => {
    const directory = scratchDirectory()
    const acknowledged: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await writeAndKill([directory], acknowledged, 3 + (kill % 7))
    }
    expect(acknowledged.length).toBeGreaterThan(kills)
  },
  patience,
)

test(
  'kill -9 ten times during writes loses no acknowledged row of a PostgreSQL server',
  async () => {
    const url = await server.createDatabase('killed')
    const acknowledged: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await writeAndKill(['', url], acknowledged, 3 + (kill % 7), () => server.kill())
      await server.restart()
    }
    expect(acknowledged.length).toBeGreaterThan(kills)
  },
  patience,
)

/** Checks what earlier rounds were promised, writes on, and ends in the middle of it. */
async function writeAndKill(args: string[], acknowledged: number[], writes: number, killServer = () => {}) {
  const child = startChild('write-until-killed.ts', args)
  let found: Set<number> | undefined
  let written = 0
  for await (const line of child.lines) {
    if (!found) {
      found = new Set(JSON.parse(line) as number[])
      continue
    }
    acknowledged.push(Number(line))
    written += 1
    if (written === writes) {
      killServer()
      child.process.kill('SIGKILL')
    }
  }
  await child.exited
  if (!found) throw new Error(`The database did not open: ${child.errors()}`)
  const promised = acknowledged.slice(0, acknowledged.length - written)
  expect(promised.filter((id) => !found?.has(id))).toEqual([])
}
