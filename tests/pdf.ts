import { execFileSync } from 'node:child_process'

const poppler = (program: string, options: string[], pdf: Uint8Array): string =>
  execFileSync(program, options, {
    input: pdf,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: Number.POSITIVE_INFINITY,
  })

/** The text of a PDF as it stands on its pages, one page after the other. */
export const textOfPdf = (pdf: Uint8Array): string => poppler('pdftotext', ['-layout', '-', '-'], pdf)

/** The text line by line, with single spaces. */
export const linesOfPdf = (pdf: Uint8Array): string[] =>
  textOfPdf(pdf)
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)

/** The text as it is read, column by column and cell by cell. */
export const wordsOfPdf = (pdf: Uint8Array): string => poppler('pdftotext', ['-raw', '-', '-'], pdf)

/** The properties of a PDF, such as `Tagged` and `Page size`. */
export const infoOfPdf = (pdf: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    poppler('pdfinfo', ['-'], pdf)
      .split('\n')
      .map((line) => /^(.*?):\s+(.*)$/.exec(line) ?? [])
      .map(([, name = '', value = '']) => [name, value]),
  )

/** The fonts of a PDF, and whether their glyphs are in it. */
export const fontsOfPdf = (pdf: Uint8Array): { name: string; isEmbedded: boolean }[] =>
  poppler('pdffonts', ['-'], pdf)
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => ({
      name: line.replace(/^[A-Z]{6}\+/, '').split(' ')[0] ?? '',
      isEmbedded: / yes (?:yes|no) +(?:yes|no) +\d+ +\d+$/.test(line),
    }))
