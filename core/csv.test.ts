import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvHundredths, csvLine } from './csv.ts'

/** Reads a line as a spreadsheet does. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let rest = line.replace(/\r\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(rest)
    const [whole = '', cell = '', end = ''] = quoted ?? /^([^,]*)(,|$)/.exec(rest) ?? []
    cells.push(quoted ? cell.replaceAll('""', '"') : cell)
    if (end === '') return cells
    rest = rest.slice(whole.length)
  }
}

describe('a line of CSV', () => {
  test('keeps commas, quotes and line ends in their cell', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' edge ', ''])).toBe(
      '"a,b","say ""hi""","two\nlines"," edge ",\r\n',
    )
  })

  test('writes amounts with both decimals, and losses as plain numbers', () => {
    expect(csvLine([csvHundredths(123456), csvHundredths(-5), csvHundredths(0), 7, true, null])).toBe(
      '1234.56,-0.05,0.00,7,true,\r\n',
    )
  })

  test.each(['=cmd()', '+1', '-1+2', '@SUM(A1)', ' =1', '=1', '\u200B=1', '|x', '"=1', '\ttab', '\nline'])(
    'marks %j as text',
    (text) => {
      expect(cellsOf(csvLine([text]))).toEqual([`'${text}`])
    },
  )

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a; =1+1', "a;' =1+1"],
    ['a;"=1+1"', 'a;\'"=1+1"'],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['two\r\n-1+2', "two\r\n'-1+2"],
    ['\n=1', "'\n'=1"],
    [';;=1', ";;'=1"],
    ['a;b', 'a;b'],
    ['a, -b', 'a, -b'],
  ])('marks what %j would start where another sign separates', (text, kept) => {
    expect(cellsOf(csvLine(['x', text]))).toEqual(['x', kept])
  })

  const someText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'=+-@|;,\t\r\n" \'a1\u200B\uFF1D') }),
  )
  const withoutMarks = (text = '') => text.replaceAll("'", '')

  test('gives back any text, and none of them starts a formula', () => {
    fc.assert(
      fc.property(fc.array(someText, { minLength: 1 }), (texts) => {
        const cells = cellsOf(csvLine(texts))
        expect(cells.map(withoutMarks)).toEqual(texts.map(withoutMarks))
        for (const cell of cells) expect(cell).not.toMatch(/^[\t\r\n ]*[=+\-@]/)
      }),
      { numRuns: 1000 },
    )
  })

  test('starts no formula either where another sign separates and quotes keep nothing together', () => {
    fc.assert(
      fc.property(fc.array(someText, { minLength: 1 }), (texts) => {
        for (const separator of [/[;\r\n]/, /[\t\r\n]/])
          for (const cell of csvLine(texts).split(separator))
            expect(cell).not.toMatch(/^[\s"\p{Cc}\p{Cf}]*[=+\-@|\uFF1D]/u)
      }),
      { numRuns: 1000 },
    )
  })
})
