import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#server/config/settings.ts'
import { createEncryption } from '#server/crypto/encryption.ts'
import { keepPrevious, readSecrets } from '#server/crypto/secret.ts'

const [OLD, NEW] = ['an old secret of 32 characters or more', 'a new secret of 32 characters or more!']
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'daybook-secret-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const secretsWith = (environment: NodeJS.ProcessEnv) =>
  readSecrets(readSettings({ DATA_DIRECTORY: directory, ...environment }))
const sealWith = async (environment: NodeJS.ProcessEnv) =>
  createEncryption(await secretsWith(environment), 'links')

test('data encrypted with a previous secret can be decrypted while that is configured', async () => {
  const before = (await sealWith({ SECRET: OLD })).encrypt('token', '7')
  const known = await secretsWith({ SECRET: NEW })
  const encryption = createEncryption(known, 'links')
  expect(() => encryption.decrypt(before, '7')).toThrow()
  await keepPrevious(known, [OLD, NEW], directory)
  expect(encryption.decrypt(before, '7')).toBe('token')
  expect(() => encryption.decrypt(before, '8')).toThrow()
  const after = encryption.encrypt('token', '7')
  expect(() => createEncryption({ current: OLD, previous: () => [] }, 'links').decrypt(after, '7')).toThrow()
  const file = join(directory, 'secret.previous')
  expect(readFileSync(file, 'utf8')).toBe(`${OLD}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a keyed hash is found again after the secret was changed, and differs by purpose', () => {
  const hashes = (current: string, previous: string[], purpose: string) =>
    createEncryption({ current, previous: () => previous }, purpose).hashes('ada')
  const [before] = hashes(OLD, [], 'links')
  const [after, ...earlier] = hashes(NEW, [OLD], 'links')
  expect(earlier).toEqual([before])
  expect(after).not.toEqual(before)
  expect(hashes(OLD, [], 'trials')).not.toEqual([before])
})

test('SECRET_PREVIOUS may list several', async () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
  const rotated = await sealWith({ SECRET: NEW, SECRET_PREVIOUS: `${one}, ${two}` })
  for (const secret of [one, two]) {
    expect(rotated.decrypt((await sealWith({ SECRET: secret })).encrypt('token', '7'), '7')).toBe('token')
  }
})

test('a secret that Daybook made stays known when one is set', async () => {
  const made = await secretsWith({})
  expect(made.generatedLocally).toBe(true)
  expect(await secretsWith({})).toMatchObject({ current: made.current })
  const sealed = createEncryption(made, 'links').encrypt('token', '7')
  expect((await sealWith({ SECRET: NEW })).decrypt(sealed, '7')).toBe('token')
})
