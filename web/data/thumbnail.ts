/** Twice what the largest list shows, for dense screens. */
const LONGEST_SIDE = 240

export interface Thumbnail {
  content: Blob
  /** The picture as a `data:` address. */
  preview: string
}

/** A small JPEG image of a picture; null for what this browser cannot draw. */
export async function makeThumbnail(picture: Blob): Promise<Thumbnail | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', 0.8)
  const content = await promise
  return content && { content, preview: canvas.toDataURL('image/jpeg', 0.8) }
}
