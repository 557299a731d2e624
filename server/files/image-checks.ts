import { BadInput } from '#server/errors.ts'

export class NotAnImage extends Error {}

export function require(condition: boolean): asserts condition {
  if (!condition) throw new NotAnImage()
}

/** An image of too many pixels could exhaust the memory of whatever draws it. */
export function requireSize(width: number, height: number, maxPixels: number): void {
  require(width > 0 && height > 0)
  if (width * height > maxPixels) {
    throw new BadInput(`This picture is too large. It can have at most ${maxPixels / 1e6} megapixels.`)
  }
}
