import { setTimeout as delay } from 'node:timers/promises'
import type { World } from './world.ts'

/** Writes that are acknowledged before a kill, and milliseconds from there to the kill. */
const FEWEST = 5
const MOST = 60
const LONGEST_MOMENT = 25

export interface Kill {
  rounds: number
  /** Ends something without a word, and brings it back. */
  killAndRevive(): Promise<void>
}

/** Load, a kill at a random moment, revival, repetition of what was not acknowledged, and all checks: again and again. */
export async function surviveKills(world: World, { rounds, killAndRevive }: Kill): Promise<void> {
  const { part, report, tally, chance } = world
  for (let round = 1; round <= rounds; round++) {
    await workUntilKilled(world, killAndRevive)
    await world.settle()
    await world.check(`round ${round}`)
    if (round % 10 === 0 || round === rounds) {
      report.progress(part, `round ${round} of ${rounds}, ${tally.acknowledged} writes acknowledged`)
    }
  }
  const { acknowledged, unanswered, madeUnanswered, refusedByPlan } = tally
  report.note(
    `${part}: ${rounds} kills; ${acknowledged} writes acknowledged, ${refusedByPlan} refused by the plan; ` +
      `${unanswered} broken off, of which ${madeUnanswered} had been made`,
  )
  // Nothing is proven by kills that hit nobody.
  report.check(part, 'kills hit writes under way', unanswered > 0 ? [] : ['no write was broken off'])
  report.check(part, 'the plan had no more room', refusedByPlan > 0 ? [] : ['nothing was refused'])

  async function workUntilKilled({ lanes, books }: World, kill: () => Promise<void>): Promise<void> {
    let stopped = false
    const moment = chance.between(0, LONGEST_MOMENT)
    const enough = books.more(chance.between(FEWEST, MOST))
    const work = Promise.all(lanes.map((lane) => lane.run(() => !stopped)))
    await Promise.race([enough, work])
    await delay(moment)
    const revived = kill()
    await work
    stopped = true
    await revived
  }
}
