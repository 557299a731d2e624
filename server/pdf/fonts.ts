import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const

/** A font has one file per script; characters missing from the first are taken from the next. */
const scriptsOf = (family: string) => SCRIPTS.map((script) => `${family} ${script}`)

export const SANS = scriptsOf('Inter')
export const SERIF = scriptsOf('Source Serif')

const file = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource/${path}.woff`))

export function registerFonts(): void {
  for (const script of SCRIPTS) {
    Font.register({
      family: `Inter ${script}`,
      fonts: [400, 600].map((fontWeight) => ({
        src: file(`inter/files/inter-${script}-${fontWeight}-normal`),
        fontWeight,
      })),
    })
    Font.register({
      family: `Source Serif ${script}`,
      src: file(`source-serif-4/files/source-serif-4-${script}-600-normal`),
      fontWeight: 600,
    })
  }
  // Names and figures are not hyphenated.
  Font.registerHyphenationCallback((word) => [word])
}

const PRINTABLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mark}\p{Nd}\p{P}\p{Sc}\p{Sm}\p{Zs}]/u
const LAST = 0x21ff

/** Replaces characters that these fonts do not have, instead of printing wrong letters. */
export const printable = (text: string): string =>
  Array.from(text, (letter) =>
    PRINTABLE.test(letter) && (letter.codePointAt(0) ?? 0) <= LAST ? letter : '?',
  ).join('')
