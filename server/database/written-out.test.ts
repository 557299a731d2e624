import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenOut } from './written-out.ts'

const Source = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.constant(null)))
const named = (value: unknown) => `made of ${value}`

test('makes of each field what a loop over their names would make', () => {
  fc.assert(
    fc.property(Source, fc.boolean(), (source, nullStays) => {
      const names = Object.keys(source)
      const make = writtenOut(names.map((name) => ({ name: `${name}!`, from: name, make: named, nullStays })))
      const expected = names.map((name) => {
        const value = source[name]
        return [`${name}!`, nullStays && value === null ? null : named(value)]
      })
      expect(make(source)).toEqual(Object.fromEntries(expected))
    }),
  )
})

test('whatever a field is called, it is no more than its name', () => {
  const names = ['__proto__', 'constructor', '"', '`', "']: process.exit(), ['", 'line\nbreak', '\u2028']
  const make = writtenOut(names.map((name, from) => ({ name, from, make: named })))
  const made = make(names)
  expect(Object.entries(made)).toEqual(names.map((name) => [name, named(name)]))
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
})
