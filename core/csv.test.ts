import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvAmount, csvLine } from './csv.ts'

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
    expect(csvLine([csvAmount(123456), csvAmount(-5), csvAmount(0), 7, true, null])).toBe(
      '1234.56,-0.05,0.00,7,true,\r\n',
    )
  })

  test.each(['=cmd()', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '=1', '\u200B=1', '|x'])(
    'marks %j as text',
    (text) => {
      expect(cellsOf(csvLine([text]))).toEqual([`'${text}`])
    },
  )

  test('gives back any text, and none of them starts a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
        const cells = cellsOf(csvLine(texts))
        expect(
          cells.map((cell, index) => cell === texts[index] || cell === `'${texts[index]}`),
        ).not.toContain(false)
        for (const cell of cells) expect(cell).not.toMatch(/^[\t\r\n ]*[=+\-@]/)
      }),
    )
  })
})
