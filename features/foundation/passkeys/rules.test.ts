import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canRemove, passkeyName, readRecoveryCode, writeRecoveryCode } from './rules.ts'

test('a recovery code is read as it was written, however it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
      const code = writeRecoveryCode(bytes)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      for (const typed of [
        code,
        code.toLowerCase(),
        code.replaceAll('-', ''),
        ` ${code.replaceAll('-', ' ')} `,
        code.replaceAll('0', 'o').replaceAll('1', 'l'),
      ])
        expect(readRecoveryCode(typed)).toBe(code)
    }),
  )
})

test('different bits make different codes', () => {
  const codes = Array.from({ length: 80 }, (_, bit) => {
    const bytes = new Uint8Array(10)
    bytes[bit >> 3] = 1 << (bit & 7)
    return writeRecoveryCode(bytes)
  })
  expect(new Set(codes).size).toBe(80)
})

test('a passkey is named after its keeper, else after the device, and numbered', () => {
  expect(passkeyName('fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Safari on macOS', [])).toBe('iCloud Keychain')
  expect(passkeyName('00000000-0000-0000-0000-000000000000', 'Chrome on Linux', [])).toBe('Chrome on Linux')
  expect(passkeyName('', 'Chrome on Linux', ['Chrome on Linux', 'Chrome on Linux 2'])).toBe(
    'Chrome on Linux 3',
  )
})

test('a way to sign in can be removed as long as another one works', () => {
  const google = { id: 'google', isUsable: false }
  const [phone, desk] = [
    { id: 'phone', isUsable: true },
    { id: 'desk', isUsable: true },
  ]
  expect(canRemove([phone], 'phone')).toBe(false)
  expect(canRemove([phone, google], 'phone')).toBe(false)
  expect(canRemove([phone, google], 'google')).toBe(true)
  expect(canRemove([phone, desk], 'phone')).toBe(true)
})
