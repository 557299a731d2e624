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
