import { describe, expect, test } from 'vitest'
import { sameSitePath } from './return-path.ts'

const ORIGIN = 'https://daybook.example'

describe('a path to go to after sign-in', () => {
  test.each(['/invoices?view=7', '/projects/3?tab=comments#last', '/clients?q=%2F%2Fevil.example', '/'])(
    'may be %s',
    (path) => {
      expect(sameSitePath(path, ORIGIN)).toBe(path)
    },
  )

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'https://daybook.example/clients',
    'javascript:alert(1)',
    'clients',
    ' /clients',
    '',
    `/${'x'.repeat(2001)}`,
    null,
    undefined,
    7,
    { wanted: '/' },
  ])('is not %j', (path) => {
    expect(sameSitePath(path, ORIGIN)).toBeUndefined()
  })
})
