import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')

test('the images that a container is made of are pinned by digest', () => {
  const stages = new Set([...dockerfile.matchAll(/^FROM .* AS (\S+)$/gm)].map((match) => match[1]))
  const images = [
    ...[...dockerfile.matchAll(/^FROM (\S+)/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => !stages.has(name)),
    ...[...compose.matchAll(/^\s*image: (\S+)/gm)].map((match) => match[1]),
  ]
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
})

test('the code in a container belongs to root and runs as another user', () => {
  const [, run = ''] = dockerfile.split(/^FROM base$/m)
  expect(run).toMatch(/^USER node$/m)
  expect(run).not.toContain('--chown')
  expect([...run.matchAll(/--owner=node.*?(\/\S+)$/gm)].map((match) => match[1])).toEqual(['/data'])
})

test('no password has a default but the database’s, in a network of its own', () => {
  const { services, networks } = parse(compose)
  expect(compose.match(/\b\w*(PASSWORD|SECRET|TOKEN|KEY)\w*:-[^}]/g)).toEqual(
    Array(2).fill('POSTGRES_PASSWORD:-d'),
  )
  expect(networks.database).toEqual({ internal: true })
  const members = Object.entries<{ networks: string[] }>(services).filter(([, service]) =>
    service.networks.includes('database'),
  )
  expect(members.map(([name]) => name)).toEqual(['daybook', 'postgres'])
})

test('everything that is copied into the image exists, and the rest is left out', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    match[1]?.split(' '),
  )
  expect(sources).toContain('package-lock.json')
  for (const source of sources) {
    expect(existsSync(source ?? '')).toBe(true)
    expect(ignored).not.toContain(source)
  }
  expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'data', '.git', '.env']))
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [program, script] = JSON.parse(command)
  expect(program).toBe('node')
  expect(existsSync(script)).toBe(true)
})
