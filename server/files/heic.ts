import { require, requireSize } from './image-checks.ts'

interface Box {
  type: string
  /** The first byte of the box, of its content, and the byte after it. */
  start: number
  content: number
  end: number
}

/** Copied as they are: they describe images, not who took them, where and when. */
const COPIED_IN_META = new Set(['dinf', 'pitm', 'iref', 'iloc', 'grpl'])

/** Properties that decode, size, color, crop and turn an image. */
const PROPERTIES = new Set([
  ...['hvcC', 'av1C', 'avcC', 'vvcC', 'lhvC', 'jpgC', 'oinf', 'tols', 'lsel', 'a1op', 'a1lx'],
  ...['ispe', 'pixi', 'pasp', 'colr', 'clli', 'mdcv', 'cclv', 'amve', 'auxC'],
  ...['clap', 'irot', 'imir', 'rloc'],
])

/** Coded images, and those that are derived from others. Exif, XMP and the like are items of other types. */
const IMAGES = new Set([
  ...['hvc1', 'hvc2', 'lhv1', 'av01', 'avc1', 'vvc1', 'jpeg'],
  ...['grid', 'iden', 'iovl', 'tmap'],
])

/** Replaces what is not an image. Readers skip it. */
const SKIPPED = 'free'

/**
 * The images of a HEIF file. Everything else is overwritten with zeros where it lies, so that no offset changes: metadata
 * items, unknown boxes and properties, and bytes that belong to no image.
 */
export function heicIn(bytes: Buffer, maxPixels: number): Buffer {
  const kept = Buffer.alloc(bytes.length)
  const boxes = [...boxesIn(bytes, 0, bytes.length)]
  const metas = boxes.filter(({ type }) => type === 'meta')
  const [meta] = metas
  require(boxes[0]?.type === 'ftyp' && meta !== undefined && metas.length === 1)
  for (const box of boxes) {
    if (box.type === 'ftyp') copy(bytes, kept, box.start, box.end)
    else keepHeader(bytes, kept, box, box.type === 'meta' || box.type === 'mdat' ? box.type : SKIPPED)
  }
  const media = boxes.filter(({ type }) => type === 'mdat')
  keepMeta(bytes, kept, meta, media, maxPixels)
  return kept
}

function keepMeta(bytes: Buffer, kept: Buffer, meta: Box, media: Box[], maxPixels: number): void {
  const first = meta.content + FULL_BOX_BYTES
  copy(bytes, kept, meta.content, first)
  const parts = new Map<string, Box>()
  for (const box of boxesIn(bytes, first, meta.end)) {
    const isKnown = COPIED_IN_META.has(box.type) || ['hdlr', 'iinf', 'iprp', 'idat'].includes(box.type)
    require(!isKnown || !parts.has(box.type))
    parts.set(box.type, box)
    if (COPIED_IN_META.has(box.type)) copy(bytes, kept, box.start, box.end)
    else keepHeader(bytes, kept, box, isKnown ? box.type : SKIPPED)
  }
  const [hdlr, iinf, iprp, iloc, pitm] = ['hdlr', 'iinf', 'iprp', 'iloc', 'pitm'].map((type) =>
    parts.get(type),
  )
  require(!!hdlr && !!iinf && !!iprp && !!iloc && !!pitm)
  copy(bytes, kept, hdlr.content, Math.min(hdlr.end, hdlr.content + HANDLER_BYTES))
  keepProperties(bytes, kept, iprp, maxPixels)
  const images = keepItems(bytes, kept, iinf)
  require(images.has(primaryItem(bytes, pitm)))
  const idat = parts.get('idat')
  let copied = 0
  for (const { item, place, start, length } of extentsIn(bytes, iloc)) {
    if (!images.has(item)) continue
    const from = place === 'idat' ? (idat?.content ?? Number.NaN) + start : start
    const owner = (place === 'idat' && idat ? [idat] : media).find(
      (box) => from >= box.content && from + length <= box.end,
    )
    copied += length
    // Extents may overlap, and must not take longer to copy than the file is.
    require(owner !== undefined && length > 0 && copied <= bytes.length)
    copy(bytes, kept, from, from + length)
  }
  require(copied > 0)
}

/** A photo of 200 megapixels consists of about a thousand items. */
const MAX_BOXES = 10_000

/** Version and flags. */
const FULL_BOX_BYTES = 4
/** Without the name at the end. */
const HANDLER_BYTES = 24

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let count = 0
  for (let start = from; start < to; ) {
    count += 1
    require(count <= MAX_BOXES)
    const size = bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    const isLong = size === 1
    const content = start + (isLong ? 16 : 8)
    const end = size === 0 ? to : start + (isLong ? Number(bytes.readBigUInt64BE(start + 8)) : size)
    require(end >= content && end <= to)
    yield { type, start, content, end }
    start = end
  }
}

const copy = (bytes: Buffer, kept: Buffer, from: number, to: number) => bytes.copy(kept, from, from, to)

function keepHeader(bytes: Buffer, kept: Buffer, box: Box, type: string): void {
  copy(bytes, kept, box.start, box.content)
  kept.write(type, box.start + 4, 'latin1')
}

/** Properties are numbered by their order, so a removed one leaves a box in its place. */
function keepProperties(bytes: Buffer, kept: Buffer, iprp: Box, maxPixels: number): void {
  for (const box of boxesIn(bytes, iprp.content, iprp.end)) {
    if (box.type === 'ipma') copy(bytes, kept, box.start, box.end)
    else keepHeader(bytes, kept, box, box.type === 'ipco' ? box.type : SKIPPED)
    if (box.type !== 'ipco') continue
    for (const property of boxesIn(bytes, box.content, box.end)) {
      const isKept = PROPERTIES.has(property.type)
      if (isKept) copy(bytes, kept, property.start, property.end)
      else keepHeader(bytes, kept, property, SKIPPED)
      if (property.type !== 'ispe') continue
      const size = property.content + FULL_BOX_BYTES
      requireSize(bytes.readUInt32BE(size), bytes.readUInt32BE(size + 4), maxPixels)
    }
  }
}

/** Keeps the list of items without their names, and returns the images among them. */
function keepItems(bytes: Buffer, kept: Buffer, iinf: Box): Set<number> {
  const images = new Set<number>()
  const first = iinf.content + FULL_BOX_BYTES + (bytes.readUInt8(iinf.content) === 0 ? 2 : 4)
  copy(bytes, kept, iinf.content, first)
  for (const box of boxesIn(bytes, first, iinf.end)) {
    const version = bytes.readUInt8(box.content)
    require(box.type === 'infe' && (version === 2 || version === 3))
    const idBytes = version === 2 ? 2 : 4
    const id = bytes.readUIntBE(box.content + FULL_BOX_BYTES, idBytes)
    const typeAt = box.content + FULL_BOX_BYTES + idBytes + 2
    require(typeAt + 4 <= box.end)
    const isImage = IMAGES.has(bytes.toString('latin1', typeAt, typeAt + 4))
    copy(bytes, kept, box.start, typeAt + 4)
    if (isImage) images.add(id)
    else kept.write(SKIPPED, typeAt, 'latin1')
  }
  return images
}

const primaryItem = (bytes: Buffer, pitm: Box): number =>
  bytes.readUIntBE(pitm.content + FULL_BOX_BYTES, bytes.readUInt8(pitm.content) === 0 ? 2 : 4)

interface Extent {
  item: number
  place: 'file' | 'idat'
  start: number
  length: number
}

/** Says where the content of each item lies. */
function* extentsIn(bytes: Buffer, iloc: Box): Generator<Extent> {
  let at = iloc.content
  const read = (size: number): number => {
    require([0, 1, 2, 4, 8].includes(size) && at + size <= iloc.end)
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
    at += size
    return value
  }
  const version = read(1)
  require(version <= 2)
  at += 3
  const [offsets, more] = [read(1), read(1)]
  const [offsetBytes, lengthBytes, baseBytes] = [offsets >> 4, offsets & 15, more >> 4]
  const indexBytes = version === 0 ? 0 : more & 15
  // Without a length an extent takes no bytes here, and there could be any number of them.
  require(lengthBytes > 0)
  const count = read(version < 2 ? 2 : 4)
  for (let place = 0; place < count; place += 1) {
    const item = read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : read(2) & 15
    const isElsewhere = read(2) !== 0
    const base = read(baseBytes)
    const extents = read(2)
    require(!isElsewhere && method <= 1)
    for (let extent = 0; extent < extents; extent += 1) {
      read(indexBytes)
      const start = base + read(offsetBytes)
      yield { item, place: method === 1 ? 'idat' : 'file', start, length: read(lengthBytes) }
    }
  }
}
