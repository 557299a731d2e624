import { describe, expect, test } from 'vitest'
import { HEIC_PIXELS, heic, jpeg, PLACE, photo, png, webp } from '#tests/images.ts'
import { imageIn as imageOf } from './image.ts'

const imageIn = (bytes: Buffer) => imageOf(bytes, 40_000_000)

const SCRIPT = '<script>alert(1)</script>'
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)])

function riff(chunks: Buffer): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([header, chunks])
}

const segment = (marker: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content])
const inJpeg = (...segments: Buffer[]) =>
  Buffer.concat([jpeg().subarray(0, 2), ...segments, jpeg().subarray(2)])

const exif = Buffer.concat([Buffer.from('EXIF\x1a\0\0\0', 'latin1'), Buffer.from(`${SCRIPT} `)])

/** Frames, tables, scans and the end, and markers without a length: the start, and those between intervals. */
const NEEDED_MARKERS = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf],
  ...[0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xff],
])

function withPixelsAt(offset: number): Buffer {
  const image = heic()
  const locations = image.indexOf('iloc')
  image.writeUInt32BE(offset, locations + 18)
  return image
}

describe('an image', () => {
  test.each([
    ['PNG', png()],
    ['JPEG', jpeg()],
    ['WebP', webp()],
    ['HEIC', heic()],
  ])('of type %s is kept as it is', async (_, image) => {
    expect(await imageIn(image)).toEqual(image)
  })

  test.each([
    ['a PNG with text', png(1, [['tEXt', SCRIPT]]), png()],
    ['a PNG with an appendix', Buffer.concat([png(), Buffer.from(SCRIPT)]), png()],
    ['a JPEG with a comment', Buffer.concat([jpeg().subarray(0, 2), comment, jpeg().subarray(2)]), jpeg()],
    ['a JPEG with an appendix', Buffer.concat([jpeg(), Buffer.from(SCRIPT)]), jpeg()],
    ['a WebP with metadata', riff(Buffer.concat([webp().subarray(12), exif])), webp()],
    ['a WebP with an appendix', Buffer.concat([webp(), Buffer.from(SCRIPT)]), webp()],
  ])('is all that is kept of %s', async (_, uploaded, kept) => {
    expect(await imageIn(uploaded)).toEqual(kept)
  })

  test('of a phone is still turned, and does not tell where it was taken', async () => {
    const kept = await imageIn(photo())
    expect(kept?.includes(PLACE)).toBe(false)
    const exif = Buffer.from(
      'ffe10022457869660000' + '4d4d002a00000008' + '0001011200030000000100060000' + '00000000',
      'hex',
    )
    expect(kept).toEqual(Buffer.concat([jpeg().subarray(0, 2), exif, jpeg().subarray(2)]))
    expect(await imageIn(kept ?? Buffer.alloc(0))).toEqual(kept)
  })

  test.each(
    [...Array(0x40).keys()].map((offset) => 0xc0 + offset).filter((marker) => !NEEDED_MARKERS.has(marker)),
  )('of type JPEG has no segment %i', async (marker) => {
    const [start, rest] = [jpeg().subarray(0, 20), jpeg().subarray(20)]
    const uploaded = Buffer.concat([start, segment(marker, Buffer.from(SCRIPT)), rest])
    expect(await imageIn(uploaded)).toEqual(jpeg())
  })

  test('of type JPEG keeps how its colors are stored, without what is appended to that', async () => {
    const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1')
    const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x48\0\x48', 'latin1')
    const appendix = Buffer.from(SCRIPT)
    const uploaded = inJpeg(
      segment(0xee, Buffer.concat([adobe, appendix])),
      segment(0xe0, Buffer.concat([jfif, Buffer.from([1, 1]), appendix])),
      segment(0xe0, Buffer.concat([Buffer.from('JFXX\0'), appendix])),
    )
    const kept = inJpeg(segment(0xee, adobe), segment(0xe0, Buffer.concat([jfif, Buffer.alloc(2)])))
    expect(await imageIn(uploaded)).toEqual(kept)
  })

  test('of type HEIC keeps its pixels and nothing that tells about them', async () => {
    const uploaded = heic({
      exif: `Exif ${PLACE}`,
      xmp: `<x:xmpmeta>${PLACE}</x:xmpmeta>`,
      more: [['uuid', PLACE]],
      described: [['udes', PLACE]],
    })
    const kept = await imageIn(uploaded)
    expect(kept?.length).toBe(uploaded.length)
    expect(kept?.includes(HEIC_PIXELS)).toBe(true)
    for (const text of [PLACE, 'Exif', 'rdf', 'uuid', 'udes']) expect(kept?.includes(text)).toBe(false)
    expect(await imageIn(kept ?? Buffer.alloc(0))).toEqual(kept)
  })

  test.each([
    ['text', Buffer.from(SCRIPT)],
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    [
      'a PNG with a wrong checksum',
      Buffer.concat([png().subarray(0, 40), Buffer.from([0]), png().subarray(41)]),
    ],
    ['half a PNG', png(20).subarray(0, 60)],
    ['half a JPEG', jpeg().subarray(0, -4)],
    ['half a WebP', webp().subarray(0, 30)],
    ['half a HEIC', heic().subarray(0, -4)],
    ['a HEIC without items', heic().subarray(0, 24)],
    ['a HEIC whose pixels lie outside', withPixelsAt(0)],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
  ])('is not found in %s', async (_, bytes) => {
    expect(await imageIn(bytes)).toBeUndefined()
  })

  test('of too many pixels is refused', async () => {
    for (const image of [png(7000), heic({ size: 7000 })])
      await expect(imageIn(image)).rejects.toMatchObject({
        status: 400,
        message: 'This picture is too large. It can have at most 40 megapixels.',
      })
  })
})
