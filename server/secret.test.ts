import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeal } from '#server/mail/seal.ts'
import { keepPrevious, readSecrets } from '#server/secret.ts'
import { readSettings } from '#server/settings.ts'

const [OLD, NEW] = ['an old secret of 32 characters or more', 'a new secret of 32 characters or more!']
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'daybook-secret-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const secretsWith = (environment: NodeJS.ProcessEnv) =>
  readSecrets(readSettings({ DATA_DIRECTORY: directory, ...environment }))
const sealWith = async (environment: NodeJS.ProcessEnv) => createSeal(await secretsWith(environment), 'links')

test('what was sealed with an earlier secret opens as long as that is known, and new things take the new one', async () => {
  const before = (await sealWith({ SECRET: OLD })).close('token', '7')
  const known = await secretsWith({ SECRET: NEW })
  const seal = createSeal(known, 'links')
  expect(() => seal.open(before, '7')).toThrow()
  await keepPrevious(known, [OLD, NEW], directory)
  expect(seal.open(before, '7')).toBe('token')
  expect(() => seal.open(before, '8')).toThrow()
  const after = seal.close('token', '7')
  expect(() => createSeal({ current: OLD, previous: () => [] }, 'links').open(after, '7')).toThrow()
  const file = join(directory, 'secret.previous')
  expect(readFileSync(file, 'utf8')).toBe(`${OLD}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('SECRET_PREVIOUS names as many as there were', async () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
  const rotated = await sealWith({ SECRET: NEW, SECRET_PREVIOUS: `${one}, ${two}` })
  for (const secret of [one, two]) {
    expect(rotated.open((await sealWith({ SECRET: secret })).close('token', '7'), '7')).toBe('token')
  }
})

test('a secret that Daybook made stays known when one is set', async () => {
  const made = await secretsWith({})
  expect(made.keptHere).toBe(true)
  expect(await secretsWith({})).toMatchObject({ current: made.current })
  const sealed = createSeal(made, 'links').close('token', '7')
  expect((await sealWith({ SECRET: NEW })).open(sealed, '7')).toBe('token')
})
