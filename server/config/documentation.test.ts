import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from './environment.ts'

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

const all = VARIABLES.toSorted()

test('.env.example documents every setting, and no other', () => {
  expect(namesIn(readFileSync('.env.example', 'utf8'), /^#?([A-Z][A-Z0-9_]*)=/gm)).toEqual(all)
})

test('every setting has an effect', () => {
  expect(namesIn(readFileSync('server/config/settings.ts', 'utf8'), /\benv\.([A-Z0-9_]+)\b/g)).toEqual(all)
})

test('nothing else reads the environment', () => {
  const files = globSync('{server,features,core,sandbox}/**/*.ts').filter((path) => !/\.test\.ts$/.test(path))
  const readers = files.filter((path) => readFileSync(path, 'utf8').includes('process.env'))
  expect(readers.toSorted()).toEqual([
    'server/config/settings.ts',
    // NODE_ENV, for building the web client.
    'server/web-client/build.ts',
    'server/web-client/compile.ts',
  ])
})

test('compose passes every setting on, except those that the container itself decides', () => {
  const { daybook, postgres } = parse(readFileSync('compose.yaml', 'utf8')).services
  expect(daybook.env_file).toEqual([{ path: '.env', required: false }])
  expect(Object.keys(daybook.environment)).toEqual(['HOST', 'PORT', 'DATA_DIRECTORY', 'DATABASE_URL'])
  expect(daybook.environment.DATABASE_URL).toMatch(/^\$\{DATABASE_URL:-postgres:/)
  expect(daybook.ports).toEqual([`127.0.0.1:3000:${daybook.environment.PORT}`])
  expect(daybook.volumes).toEqual([`data:${daybook.environment.DATA_DIRECTORY}`])
  // Nothing but Daybook reaches the database.
  expect(postgres.ports).toBeUndefined()
  expect(postgres.networks).toEqual(['database'])
})
