const REPLACEMENT = '?'

/** Most texts: both typefaces have these. */
const PLAIN = /^[\n -~¡-¬®-ÿ‘’“”–—…•€]*$/

/** Joins emoji and letters, chooses their form, or says in which direction they run. */
const KEPT_FORMATS = /\u200c|\u200d|\u200e|\u200f|\ufe0e|\ufe0f/u
/** Without a glyph: control characters, and formats that could rearrange the text around them. */
const INVISIBLE = /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Means something else in each font. */
const PRIVATE = /\p{Private_Use}/u

/** The text without control characters, and with a replacement for each character that no font has. */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n').replaceAll('\t', ' ')
  if (PLAIN.test(lines)) return lines
  return Array.from(lines.toWellFormed(), (letter) => {
    if (letter === '\n' || KEPT_FORMATS.test(letter)) return letter
    if (INVISIBLE.test(letter)) return ''
    return hasGlyph(letter.codePointAt(0) ?? 0) && !PRIVATE.test(letter) ? letter : REPLACEMENT
  }).join('')
}
