import { readFileSync } from 'node:fs'
import { create } from 'fontkitten'
import { typefaceFile } from './typefaces.ts'

/** Longer texts never fit on one line. */
const MAX_LENGTH = 200
/** Kerning moves some letters apart, in em: "\\" and "/" the most. */
const MOST_KERNING = 0.02
/** Figures of equal width are as wide as the widest, and so are some signs. */
const EQUAL = ['0123456789*-', '()[]{}']
/** These change or move the letters beside them. */
const COMBINING = /[\p{Mark}\p{Format}_]/u

/**
 * Estimates how wide texts are in the typeface of documents, at its regular weight, without laying them out. They have
 * figures of equal width and no contextual alternates.
 */
export class TextWidths {
  readonly #widthOf: (letter: string) => number | undefined
  readonly #letters = new Map<string, number>()

  constructor() {
    const font = create(readFileSync(typefaceFile()))
    if (font.isCollection) throw new Error('the typeface of documents is a collection of fonts')
    this.#widthOf = (letter) => {
      const codePoint = letter.codePointAt(0) ?? 0
      if (!font.hasGlyphForCodePoint(codePoint) || COMBINING.test(letter)) return
      return font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm
    }
    for (const letters of EQUAL) {
      const widest = Math.max(...Array.from(letters, (letter) => this.#widthOf(letter) ?? 0))
      for (const letter of letters) this.#letters.set(letter, widest)
    }
  }

  /** In em, rather too much than too little; undefined if other fonts are needed, or for a long text. */
  of(text: string): number | undefined {
    if (text.length > MAX_LENGTH) return
    let sum = 0
    for (const letter of text) {
      const width = this.#letters.get(letter) ?? this.#widthOf(letter)
      if (width === undefined) return
      this.#letters.set(letter, width)
      sum += width + MOST_KERNING
    }
    return Math.ceil(sum * 1000) / 1000
  }
}
