import type { World } from './world.ts'

/** Everybody works until so many writes have been acknowledged, or nobody can go on. */
export async function workAWhile({ lanes, books }: World, writes: number): Promise<void> {
  let working = true
  const enough = books.more(writes)
  const work = Promise.all(lanes.map((lane) => lane.run(() => working)))
  await Promise.race([enough, work])
  working = false
  await work
}
