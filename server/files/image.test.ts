import { describe, expect, test } from 'vitest'
import { jpeg, PLACE, photo, png, webp } from '#tests/images.ts'
import { imageIn } from './image.ts'

const SCRIPT = '<script>alert(1)</script>'
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)])

function riff(chunks: Buffer): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([header, chunks])
}

const exif = Buffer.concat([Buffer.from('EXIF\x1a\0\0\0', 'latin1'), Buffer.from(`${SCRIPT} `)])

describe('an image', () => {
  test.each([
    ['PNG', png()],
    ['JPEG', jpeg()],
    ['WebP', webp()],
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
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
  ])('is not found in %s', async (_, bytes) => {
    expect(await imageIn(bytes)).toBeUndefined()
  })

  test('of too many pixels is refused', async () => {
    expect(await imageIn(png(7000))).toBeUndefined()
  })
})
