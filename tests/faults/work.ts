import type { Load } from './load.ts'

/** Everybody works until so many writes have been acknowledged, or nobody can go on. */
export async function workAWhile({ workers, books }: Load, writes: number): Promise<void> {
  let working = true
  const enough = books.more(writes)
  const work = Promise.all(workers.map((worker) => worker.run(() => working)))
  await Promise.race([enough, work])
  working = false
  await work
}
