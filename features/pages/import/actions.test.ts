import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { BadInput } from '#server/errors.ts'
import { Parser } from './actions/parser.ts'
import type { ParserTask } from './actions/parser-thread.ts'

const PATIENCE_MILLISECONDS = 2000
const STUCK_THREAD = new URL('../../../tests/stuck-parser-thread.ts', import.meta.url)

const TASK: ParserTask = {
  wanted: 'rows',
  source: { encoding: 'utf-8', separator: ',' },
  range: { row_count: 10, skipped: 0 },
  reading: { noun: 'time', fields: [], date_order: null, decimal_sign: 'point', currency: null },
  timeZone: 'UTC',
}

test('a file that takes too long is given up, and the others continue where they were', async () => {
  const parser = new Parser(STUCK_THREAD, PATIENCE_MILLISECONDS)
  const parse = (...pieces: string[]) =>
    parser.parse(async () => Readable.from(pieces.map((piece) => Buffer.from(piece))), TASK)
  const cellsOf = async (file: ReturnType<typeof parse>) => {
    const cells: string[] = []
    for await (const part of file) if ('rows' in part) cells.push(...part.rows.flatMap((row) => row.cells))
    return cells
  }

  const other = parse('one', 'two', 'three')
  const first = await other.next()
  expect(first.value).toMatchObject({ rows: [{ cells: ['one'] }] })
  const [stuck, continued, ...later] = await Promise.allSettled([
    cellsOf(parse('one', 'stuck')),
    cellsOf(other),
    cellsOf(parse('also', 'stuck')),
    cellsOf(parse('four', 'five')),
  ])
  const refusal = new BadInput(
    'This file takes too long to read. Look for very long cells, or split it into smaller files.',
  )
  expect(stuck).toEqual({ status: 'rejected', reason: refusal })
  expect(continued).toEqual({ status: 'fulfilled', value: ['two', 'three'] })
  expect(later).toEqual([
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: ['four', 'five'] },
  ])
  expect(await cellsOf(parse('six'))).toEqual(['six'])
})
