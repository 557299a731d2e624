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

/** The template fails if they do not hold. */
function expectEstimates(estimated: string[]): void {
  typst.render(TEMPLATE, { estimated, unknown: [] })
}

test('no pair of letters is wider than estimated, nor far narrower', () => {
  expectEstimates(LETTERS.flatMap((one) => LETTERS.map((other) => one + other)))
})

test('no text is wider than estimated, nor far narrower', () => {
  const texts = fc.array(anyText, { minLength: 50, maxLength: 50 })
  fc.assert(fc.property(texts, expectEstimates), { numRuns: 10, endOnFailure: true })
})

test('texts that need other fonts or combine letters have no estimate, nor have long ones', () => {
  const unknown = ['شركة النور', '株式会社', 'कमला', 'e\u0301', 'a_j', '👩‍💻', 'word '.repeat(50)]
  expect(() => typst.render(TEMPLATE, { estimated: ['Ada'], unknown })).not.toThrow()
  expect(() => typst.render(TEMPLATE, { estimated: [], unknown: ['Ada'] })).toThrow('Ada')
})
