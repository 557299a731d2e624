import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { maxValue, minValue } from './number-schemas.ts'
import { email, foldCase, line, maxLength, minLength, phone, prose, required, truncateName } from './text.ts'

const faultOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

describe('the validators', () => {
  test.each<[string, z.ZodType, unknown[], unknown[], string]>([
    [
      'required',
      required('Is needed'),
      ['x', ' x ', '👩‍💻', 'a\u200b'],
      ['', '  ', undefined, null, '\u200b', '\u3164 \u2800', '\u00ad\u200d', '\u0007'],
      'Is needed',
    ],
    ['minLength', minLength(3, 'Is too short'), ['abc'], ['ab', ' a ', undefined], 'Is too short'],
    ['maxLength', maxLength(3), ['', 'abc', ' abc '], ['abcd'], 'Must have at most 3 characters'],
    ['minValue', minValue(2), [2, 3], [1.99], 'Must be at least 2'],
    ['maxValue', maxValue(1000), [1000, -5], [1000.01], 'Must be at most 1,000'],
    [
      'email',
      email('No address'),
      ['a@b.co', '', null, undefined],
      ['a', 'a@b', 'a b@c.de', '@b.co'],
      'No address',
    ],
    [
      'phone',
      phone('No number'),
      ['+1 (555) 123-4567', '49', '', null, '123456789012345'],
      ['0123', '1', '+', '12ab', '1234567890123456', '+0123'],
      'No number',
    ],
  ])('%s takes what is right and says what is wrong', (_, schema, right, wrong, message) => {
    for (const value of right) expect(faultOf(schema, value), String(value)).toBeUndefined()
    for (const value of wrong) expect(faultOf(schema, value), String(value)).toBe(message)
  })

  test('omitted values are empty', () => {
    expect(line.parse(undefined)).toBe('')
    expect(prose.parse(null)).toBe('')
  })

  test.each([line, prose, required('x'), maxLength(5)])(
    'no text contains characters that cannot be stored',
    (schema) => {
      expect(faultOf(schema, 'a\0b')).toBe('Contains a character that cannot be stored')
    },
  )

  test('values that are not text are refused', () => {
    for (const value of [7, {}, [], true]) expect(faultOf(required('Is needed'), value)).toBe('Must be text')
  })
})

test.each([
  ['Äther', 'ather'],
  ['ÉCOLE', 'ecole'],
  ['ﬁne', 'fine'],
  ['İstanbul', 'istanbul'],
  ['日本', '日本'],
])('%s is found as %s', (text, folded) => {
  expect(foldCase(text)).toBe(folded)
  expect(foldCase(folded)).toBe(folded)
})

test('a long name is truncated between characters', () => {
  expect(truncateName('Studio North')).toBe('Studio North')
  expect(truncateName('💡'.repeat(60))).toBe('💡'.repeat(60))
  expect(truncateName('💡'.repeat(61))).toBe(`${'💡'.repeat(59)}…`)
})
