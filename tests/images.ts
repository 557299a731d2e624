import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A gray square of so many pixels, with more chunks before its pixels. */
export function png(size = 1, more: [type: string, text: string][] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.alloc((size + 1) * size, 0x80)
  for (let row = 0; row < size; row += 1) rows.writeUInt8(0, row * (size + 1))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more.map(([type, text]) => chunk(type, Buffer.from(text))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One pixel. */
export const jpeg = (): Buffer =>
  Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////' +
      'wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
    'base64',
  )

/** As a phone takes it: to be turned by 90 degrees, and with the place where it was taken. */
export function photo(): Buffer {
  const directory = Buffer.from(
    '49492a0008000000' + // little endian, the first directory follows
      '0200' + // two entries
      '1201030001000000' +
      '06000000' + // the orientation is 6
      '2588040001000000' +
      '26000000' + // where the place is
      '00000000',
    'hex',
  )
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), directory, Buffer.from(PLACE)])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
  return Buffer.concat([jpeg().subarray(0, 2), segment, jpeg().subarray(2)])
}

export const PLACE = '52.5200N 13.4050E'

/** One pixel. */
export const webp = (): Buffer =>
  Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

const box = (type: string, ...content: Buffer[]): Buffer => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...content])
}
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const text = (content: string) => Buffer.from(content, 'latin1')

interface HeicParts {
  /** Metadata that phones store next to the picture: one item of Exif data, one of XMP. */
  exif?: string
  xmp?: string
  /** Boxes at the end of the file, and among those that describe its items. */
  more?: [type: string, content: string][]
  described?: [type: string, content: string][]
  /** A side of the square in pixels. */
  size?: number
}

/** As an iPhone takes it: coded pixels, and items that tell about them. */
export function heic({ exif = '', xmp = '', more = [], described = [], size = 64 }: HeicParts = {}): Buffer {
  const items = [
    { type: 'hvc1', extra: '\0', content: HEIC_PIXELS },
    { type: 'Exif', extra: '\0', content: exif },
    { type: 'mime', extra: '\0application/rdf+xml\0', content: xmp },
  ].filter(({ content }) => content !== '')
  const side = size.toString(16).padStart(8, '0')
  const meta = (offsets: number[]) =>
    box(
      'meta',
      hex('00000000'),
      box('hdlr', hex('00000000 00000000'), text('pict'), Buffer.alloc(13)),
      box('pitm', hex('00000000 0001')),
      box(
        'iinf',
        hex(`00000000 000${items.length}`),
        ...items.map(({ type, extra }, place) =>
          box('infe', hex(`02000000 000${place + 1} 0000`), text(type), text(extra)),
        ),
      ),
      box(
        'iprp',
        box(
          'ipco',
          box('ispe', hex(`00000000 ${side} ${side}`)),
          ...described.map(([type, content]) => box(type, text(content))),
        ),
        box('ipma', hex('00000000 00000001 0001 01 01')),
      ),
      box(
        'iloc',
        hex(`00000000 4400 000${items.length}`),
        ...items.map(({ content }, place) => {
          const entry = hex(`000${place + 1} 0000 0001 00000000 00000000`)
          entry.writeUInt32BE(offsets[place] ?? 0, 6)
          entry.writeUInt32BE(content.length, 10)
          return entry
        }),
      ),
    )
  const type = box('ftyp', text('heic'), hex('00000000'), text('mif1heic'))
  const contents = items.map(({ content }) => text(content))
  let offset = type.length + meta([]).length + 8
  const offsets = contents.map(({ length }) => {
    offset += length
    return offset - length
  })
  return Buffer.concat([
    type,
    meta(offsets),
    box('mdat', ...contents),
    ...more.map(([name, content]) => box(name, text(content))),
  ])
}

export const HEIC_PIXELS = 'coded pixels'
