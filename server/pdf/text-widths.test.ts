import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Typst } from './typst.ts'

const TEMPLATE = new URL('./fixtures/widths.typ', import.meta.url)
const typst = await Typst.open()

const LETTERS = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (letter) => letter !== '_',
  ),
  ...'äöüßéñçøłőžİ€£₹–—“”…·№',
  ...'ЁЖШщюя',
  ...'ΑΩλφ',
]
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...LETTERS), fc.constantFrom('->', '<=', '10x', 'AVA', 'fi')), {
    minLength: 1,
    maxLength: 60,
  })
  .map((letters) => letters.join(''))

test('no text is wider than estimated, nor far narrower', () => {
  const property = fc.property(fc.array(anyText, { minLength: 50, maxLength: 50 }), (estimated) => {
    typst.render(TEMPLATE, { estimated, unknown: [] })
  })
  expect(() => fc.assert(property, { numRuns: 10, endOnFailure: true })).not.toThrow()
})

test('texts that need other fonts or combine letters have no estimate, nor have long ones', () => {
  const unknown = ['شركة النور', '株式会社', 'कमला', 'e\u0301', 'a_j', '👩‍💻', 'word '.repeat(50)]
  expect(() => typst.render(TEMPLATE, { estimated: ['Ada'], unknown })).not.toThrow()
  expect(() => typst.render(TEMPLATE, { estimated: [], unknown: ['Ada'] })).toThrow('Ada')
})
