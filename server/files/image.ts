import { crc32 } from 'node:zlib'
import { heicIn } from './heic.ts'
import { NotAnImage, require, requireSize } from './image-checks.ts'
import { sniffType } from './type.ts'

/**
 * The image alone: its pixels and what is needed to draw them, without metadata or anything that is hidden before, within or after
 * them. Undefined for what is not a whole PNG, JPEG, HEIC or still WebP image. Refuses an image of too many pixels.
 */
export async function imageIn(bytes: Buffer, maxPixels: number): Promise<Buffer | undefined> {
  const keepImage = READERS[await sniffType(bytes, bytes.length)]
  try {
    return keepImage?.(bytes, maxPixels)
  } catch (error) {
    if (error instanceof NotAnImage || error instanceof RangeError) return undefined
    throw error
  }
}

const READERS: Record<string, (bytes: Buffer, maxPixels: number) => Buffer> = {
  'image/png': pngIn,
  'image/jpeg': jpegIn,
  'image/webp': webpIn,
  'image/heic': heicIn,
  'image/heif': heicIn,
}

const PNG_SIGNATURE_BYTES = 8
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs', 'IDAT', 'IEND'])

/** Chunks of length, type, data and checksum. */
function pngIn(bytes: Buffer, maxPixels: number): Buffer {
  const kept = [bytes.subarray(0, PNG_SIGNATURE_BYTES)]
  let hasPixels = false
  for (let at = PNG_SIGNATURE_BYTES; ; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    require(bytes.readUInt32BE(end - 4) === crc32(bytes.subarray(at + 4, end - 4)))
    require((type === 'IHDR') === (at === PNG_SIGNATURE_BYTES))
    if (type === 'IHDR') requireSize(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12), maxPixels)
    hasPixels ||= type === 'IDAT'
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') {
      require(hasPixels)
      return Buffer.concat(kept)
    }
    at = end
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** DHT, DAC, DQT, DNL and DRI: what pixels are decoded with. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd])
/** DHT, JPG and DAC lie among the frame markers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments of marker, length and data. A scan is followed by pixels until the next marker. */
function jpegIn(bytes: Buffer, maxPixels: number): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let hasPixels = false
  for (let at = 2; ; ) {
    require(bytes.readUInt8(at) === 0xff)
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) {
      require(hasPixels)
      return Buffer.concat([...kept, bytes.subarray(at, at + 2)])
    }
    const length = bytes.readUInt16BE(at + 2)
    require(length >= 2)
    if (isFrame(marker)) requireSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), maxPixels)
    hasPixels ||= marker === START_OF_SCAN
    const end = marker === START_OF_SCAN ? endOfPixels(bytes, at + 2 + length) : at + 2 + length
    require(end <= bytes.length)
    if (isFrame(marker) || TABLES.has(marker) || marker === START_OF_SCAN) kept.push(bytes.subarray(at, end))
    else kept.push(...neededOf(marker, bytes.subarray(at + 4, end)))
    at = end
  }
}

const JFIF_SEGMENT = 0xe0
const ADOBE_SEGMENT = 0xee

/** The segments of applications contain metadata, except for how colors are stored and how the image is turned. */
function neededOf(marker: number, content: Buffer): Buffer[] {
  const startsWith = (name: string) => content.toString('latin1', 0, name.length) === name
  // A small image may follow, which is not needed: its size is 0 by 0.
  if (marker === JFIF_SEGMENT && startsWith('JFIF\0'))
    return [segment(marker, Buffer.concat([content.subarray(0, 12), Buffer.alloc(2)]))]
  if (marker === ADOBE_SEGMENT && startsWith('Adobe')) return [segment(marker, content.subarray(0, 12))]
  return marker === EXIF_SEGMENT && startsWith(EXIF_HEADER) ? orientationIn(content) : []
}

const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content])

const EXIF_SEGMENT = 0xe1
const EXIF_HEADER = 'Exif\0\0'
const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

/** Phones store photos as the sensor took them, and say in the Exif data how to turn them. Nothing else of it is kept. */
function orientationIn(exif: Buffer): Buffer[] {
  const tiff = exif.subarray(EXIF_HEADER.length)
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const read = (at: number, bytes: 2 | 4) =>
    isLittleEndian ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  const directory = read(4, 4)
  for (let place = 0; place < read(directory, 2); place += 1) {
    const entry = directory + 2 + place * ENTRY_BYTES
    if (read(entry, 2) === ORIENTATION_TAG) return [exifWith(read(entry + 8, 2))]
  }
  return []
}

/** A directory with one entry: one short number. */
function exifWith(orientation: number): Buffer {
  const tiff = Buffer.from(`4d4d002a00000008000101120003000000010000000000000000`, 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return segment(EXIF_SEGMENT, Buffer.concat([Buffer.from(EXIF_HEADER, 'latin1'), tiff]))
}

/** Within pixels, 0xff is followed by 0 or by a restart marker. */
function endOfPixels(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    if (bytes.readUInt8(at) !== 0xff) continue
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
const ALPHA_FLAG = 0x10
const VP8X_BYTES = 18

/** A RIFF file: chunks of type, length and data, each padded to an even length. */
function webpIn(bytes: Buffer, maxPixels: number): Buffer {
  const kept: Buffer[] = []
  let hasPixels = false
  const fileEnd = 8 + bytes.readUInt32LE(4)
  require(fileEnd <= bytes.length)
  for (let at = 12; at < fileEnd; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    require(end <= fileEnd)
    if (WEBP_CHUNKS.has(type)) kept.push(withoutMetadataFlags(type, bytes.subarray(at, end), maxPixels))
    hasPixels ||= type === 'VP8 ' || type === 'VP8L'
    at = end
  }
  require(hasPixels)
  const chunks = Buffer.concat(kept)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([header, chunks])
}

function withoutMetadataFlags(type: string, chunk: Buffer, maxPixels: number): Buffer {
  if (type === 'VP8 ') {
    requireSize(chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff, maxPixels)
  }
  if (type === 'VP8L') {
    const bits = chunk.readUInt32LE(9)
    requireSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, maxPixels)
  }
  if (type !== 'VP8X') return chunk
  require(chunk.length === VP8X_BYTES)
  const copy = Buffer.from(chunk)
  copy.writeUInt8(chunk.readUInt8(8) & ALPHA_FLAG, 8)
  return copy
}
