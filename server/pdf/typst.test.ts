import { describe, expect, test } from 'vitest'
import { jpeg, png, webp } from '#tests/images.ts'
import { fontsOfPdf, infoOfPdf, textOfPdf } from '#tests/pdf.ts'
import { asPdfA } from './archive.ts'
import { Typst } from './typst.ts'

const TEMPLATE = new URL('./fixtures/text.typ', import.meta.url)
const typst = await Typst.open()

const render = (
  data: { text: string; size?: string; hasLogo?: boolean },
  files?: Record<string, Uint8Array>,
) => asPdfA(typst.render(TEMPLATE, data, files))

/** Without the footer, and without what pdftotext adds to say in which direction a line runs. */
const readBack = (pdf: Uint8Array) =>
  textOfPdf(pdf)
    .replace(/[\u202a-\u202e\f]/g, '')
    .replace(/\s*Page 1 of 1\s*$/, '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

describe('a document', () => {
  test('is tagged PDF/A-3 with all its fonts', async () => {
    const pdf = await render({ text: 'Ada Lovelace' })
    expect(infoOfPdf(pdf)).toMatchObject({
      Title: 'Text',
      Tagged: 'yes',
      'Page size': '612 x 792 pts (letter)',
    })
    expect(Buffer.from(pdf).toString('latin1')).toMatch(
      /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</,
    )
    expect(fontsOfPdf(pdf)).toEqual([{ name: 'Inter-Regular', isEmbedded: true }])
  })

  test('has the paper that is asked for', async () => {
    const pdf = await render({ text: 'Ada Lovelace', size: 'a4' })
    expect(infoOfPdf(pdf)['Page size']).toBe('595.276 x 841.89 pts (A4)')
  })

  test.each([
    ['Arabic', 'شركة النور للتصميم'],
    ['Persian', 'استودیو گلستان'],
    ['Hebrew', 'סטודיו שמש בע״מ'],
    ['Hindi', 'कमला देवी स्टूडियो'],
    ['Thai', 'บริษัท แสงสว่าง'],
    ['simplified Chinese', '北京创意设计有限公司'],
    ['traditional Chinese', '臺灣創意設計股份有限公司'],
    ['Japanese', '株式会社スズキデザイン'],
    ['Korean', '주식회사 한빛 디자인'],
    ['emoji', 'Studio 🌸 👩‍💻 🇩🇪'],
    ['Vietnamese', 'Nguyễn Thị Phương'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Russian', 'Студия Ёлки'],
    ['currencies', '€ £ ¥ ₹ ₺ ₪ ₩ ₫ ₴'],
  ])('prints %s', async (_, text) => {
    const pdf = await render({ text })
    expect(readBack(pdf).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(fontsOfPdf(pdf).filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  })

  test('takes no text for markup', async () => {
    const text =
      '#panic("x") $x^2$ *bold* _it_ `raw` @ref <label> // no \\ \\u{41} ~ -- "q" [a] {b}\n= Heading\n- list'
    expect(readBack(await render({ text }))).toBe(text)
  })

  test('has no control characters, and a replacement for what no font has', async () => {
    const pdf = await render({ text: 'a\0b\u0007c\ufeffd\u202ee\u2066f\tg\r\nஅ-\u{e000}-\u{10ffff}-\u0378' })
    expect(readBack(pdf)).toBe('abcdef g\n?-?-?-?')
  })

  test('breaks a word of a million letters', async () => {
    const pdf = await render({ text: 'w'.repeat(1_000_000) })
    const letters = textOfPdf(pdf)
      .replace(/\s*Page \d+ of \d+/g, '')
      .replace(/[\s\u200b]/g, '')
    expect(letters).toBe('w'.repeat(1_000_000))
  })

  test.each([
    ['PNG', png(8)],
    ['JPEG', jpeg()],
    ['WebP', webp()],
  ])('shows a logo that is a %s', async (_, logo) => {
    const pdf = await render({ text: 'Ada', hasLogo: true }, { logo })
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /Image')
  })

  test('reads no other file', () => {
    expect(() => typst.render(TEMPLATE, { text: '', hasLogo: true })).toThrow('failed to load file')
  })
})
