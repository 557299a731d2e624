import { foldCase } from '#core/text.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Separator = ',' | ';' | '\t'

/** The encoding and separator of a file. */
export interface Source {
  encoding: Encoding
  separator: Separator
}

/** The encoding that the first bytes tell; UTF-8 unless it later turns out not to be. */
export function encodingOf(head: Uint8Array): Encoding {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return isWide(head, 1) ? 'utf-16le' : isWide(head, 0) ? 'utf-16be' : 'utf-8'
}

/** Latin text in UTF-16 has a zero in every other byte. */
function isWide(head: Uint8Array, offset: 0 | 1): boolean {
  const pairs = Math.floor(Math.min(head.length, 200) / 2)
  if (pairs < 2) return false
  let zeros = 0
  for (let pair = 0; pair < pairs; pair++) if (head[pair * 2 + offset] === 0) zeros++
  return zeros > pairs * 0.8
}

const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** The separator that the header row has most of, outside quotes. */
export function separatorOf(head: string): Separator {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]))
  let quoted = false
  for (const character of head.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' || character === '\r') break
    else {
      const separator = SEPARATORS.find((one) => one === character)
      if (separator) counts.set(separator, (counts.get(separator) ?? 0) + 1)
    }
  }
  return SEPARATORS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

const TOTAL = /^(?:grand )?(?:total|totals|sum|summe|gesamt|gesamtsumme|somme|suma|totale|totaal|soma)\b/
const FIGURE = /^[\p{Sc}A-Za-z]{0,3}\s?-?[\d.,:'’\s]+\s?(?:h|[\p{Sc}A-Za-z]{1,3})?$/u

/** True if the last row of a file sums up the others. */
export function isTotalRow(cells: readonly string[], columns: number): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return true
  if (columns < 3) return false
  const named = filled.some((cell) => cell.length < 40 && TOTAL.test(foldCase(cell)))
  const figures = filled.filter((cell) => FIGURE.test(cell)).length
  if (named) return filled.length - figures <= 1
  return figures === filled.length && filled.length <= Math.max(1, columns / 3)
}
