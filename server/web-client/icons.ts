import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const PUBLIC = join(import.meta.dirname, '../../web/public')
const GREEN = '#1d5a41'

/** Draws the icons of the installed app from `favicon.svg`: run it when that changes, and commit the result. */
async function drawIcons(): Promise<void> {
  const mark = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
  const square = mark.replace(/ rx="\d+"/, '')
  await mkdir(join(PUBLIC, 'icons'), { recursive: true })
  await drawIcon('icon-192', 192, mark)
  await drawIcon('icon-512', 512, mark)
  // Systems that cut their own shape want a full square; Android keeps only the middle 80 % of a maskable one.
  await drawIcon('apple-touch-icon', 180, square)
  await drawIcon('maskable-512', 512, square, 0.8)
  // Browsers ask for it beside documents that name no icon, such as a PDF or a JSON answer.
  await writeFile(join(PUBLIC, 'favicon.ico'), toIco(await draw(32, mark), 32))
}

async function drawIcon(name: string, size: number, svg: string, scale = 1): Promise<void> {
  await writeFile(join(PUBLIC, 'icons', `${name}.png`), await draw(size, svg, scale))
}

async function draw(size: number, svg: string, scale = 1): Promise<Buffer> {
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  if (scale < 1) {
    context.fillStyle = GREEN
    context.fillRect(0, 0, size, size)
  }
  const drawn = size * scale
  const image = await loadImage(Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)))
  context.drawImage(image, (size - drawn) / 2, (size - drawn) / 2, drawn, drawn)
  return canvas.toBuffer('image/png')
}

/** An ICO file of one PNG image. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // the type: an icon
  header.writeUInt16LE(1, 4) // how many images
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

await drawIcons()
