import type { PublicContext } from '#server/context.ts'
import { BadInput } from '#server/errors.ts'
import { imageIn } from './image.ts'
import { Meter } from './meter.ts'

interface PictureOptions {
  limitBytes: number
  maxPixels: number
  /** The error for anything else. */
  unreadable: string
}

/** The picture alone, without metadata. It waits on disk until it is complete, so that a slow upload takes no memory. */
export async function* pictureIn(
  { services }: PublicContext,
  content: AsyncIterable<Uint8Array>,
  { limitBytes, maxPixels, unreadable }: PictureOptions,
): AsyncGenerator<Uint8Array> {
  const spool = await services.files.spool()
  try {
    for await (const chunk of new Meter(limitBytes).measure(content)) await spool.write(chunk)
    await inTurn(async () => {
      const picture = await imageIn(await spool.bytes(), maxPixels)
      if (!picture) throw new BadInput(unreadable)
      await spool.replace(picture)
    })
    yield* spool.read()
  } finally {
    await spool.close()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One picture is read into memory at a time. */
function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = last.then(run)
  last = result.catch(() => undefined)
  return result
}
