import { type DemoFile, pdfPage, pdfText } from './pdf.ts'

const WIDTH = 720
const HEIGHT = 450

/** A designer's drawing of a page, by its name. Each version is another file. */
export function demoWireframe(page: keyof typeof PAGES, version: number): DemoFile {
  const { title, draw } = PAGES[page]
  const drawing = [
    fill(PAPER, 0, 0, WIDTH, HEIGHT),
    fill(INK, 0, 0, WIDTH, 44),
    text(WHITE, 'F3', 13, 28, 27, 'NORTHWIND OUTDOOR'),
    text(WHITE, 'F2', 10, 500, 27, 'Tents    Boots    Clothing    Basket'),
    text(INK, 'F3', 22, 28, 86, title),
    ...draw(version),
    text(GREY, 'F2', 8, 28, HEIGHT - 14, `${title}, version ${version}. Demo.`),
  ]
  return { name: `${page}-v${version}.pdf`, content: pdfPage(WIDTH, HEIGHT, drawing.join('\n')) }
}

const PAGES = {
  checkout: { title: 'Checkout', draw: checkout },
  homepage: { title: 'Made for bad weather', draw: homepage },
}

/** The second version lets guests check out. */
function checkout(version: number): string[] {
  const steps = ['Basket', 'Address', 'Payment', 'Thanks']
  const fields = ['Name', 'Street and number', 'Postal code and city', 'Email']
  return [
    ...steps.flatMap((step, index) => [
      fill(index < 2 ? GREEN : LINE, 28 + index * 106, 106, 98, 4),
      text(index < 2 ? INK : GREY, 'F2', 10, 28 + index * 106, 128, step),
    ]),
    ...(version > 1
      ? [
          fill(SOFT, 28, 146, 416, 34),
          text(GREEN, 'F3', 11, 42, 167, 'Continue as a guest, no account needed'),
        ]
      : [fill(SOFT, 28, 146, 416, 34), text(GREY, 'F2', 11, 42, 167, 'Sign in or create an account')]),
    ...fields.flatMap((field, index) => [
      text(GREY, 'F2', 9, 28, 204 + index * 46, field),
      frame(28, 210 + index * 46, 416, 24),
    ]),
    fill(GREEN, 28, 398, 170, 26),
    text(WHITE, 'F3', 11, 52, 415, 'Continue to payment'),
    fill(WHITE, 476, 106, 216, 226),
    frame(476, 106, 216, 226),
    text(INK, 'F3', 12, 494, 132, 'Your order'),
    ...['Ridge tent, 2 persons', 'Trail boots, 42', 'Rain jacket, M'].flatMap((item, index) => [
      fill(LINE, 494, 148 + index * 44, 34, 34),
      text(INK, 'F2', 10, 538, 169 + index * 44, item),
    ]),
    fill(LINE, 494, 286, 180, 1),
    text(INK, 'F3', 12, 494, 312, 'Total'),
    text(INK, 'F3', 12, 622, 312, '$642.00'),
  ]
}

function homepage(): string[] {
  const products = ['Tents', 'Boots', 'Clothing', 'Maps']
  return [
    fill(SOFT, 28, 106, 664, 158),
    fill(GREEN, 52, 206, 120, 28),
    text(WHITE, 'F3', 11, 74, 224, 'Shop tents'),
    fill(LINE, 400, 122, 268, 126),
    ...products.flatMap((product, index) => [
      fill(WHITE, 28 + index * 170, 284, 154, 124),
      frame(28 + index * 170, 284, 154, 124),
      fill(LINE, 40 + index * 170, 296, 130, 76),
      text(INK, 'F3', 11, 40 + index * 170, 394, product),
    ]),
  ]
}

type Color = string
const PAPER: Color = '0.98 0.97 0.94'
const WHITE: Color = '1 1 1'
const INK: Color = '0.11 0.11 0.09'
const GREY: Color = '0.42 0.41 0.38'
const LINE: Color = '0.85 0.84 0.8'
const SOFT: Color = '0.89 0.93 0.89'
const GREEN: Color = '0.12 0.36 0.25'

/** Measured from the top left, as on a screen; a PDF counts from the bottom. */
const fill = (color: Color, x: number, y: number, width: number, height: number): string =>
  `${color} rg ${x} ${HEIGHT - y - height} ${width} ${height} re f`

const frame = (x: number, y: number, width: number, height: number): string =>
  `${LINE} RG ${x} ${HEIGHT - y - height} ${width} ${height} re S`

const text = (color: Color, font: string, size: number, x: number, y: number, words: string): string =>
  `BT ${color} rg /${font} ${size} Tf ${x} ${HEIGHT - y} Td ${pdfText(words)} Tj ET`
