import { setTimeout as delay } from 'node:timers/promises'
import type { Load } from './load.ts'
import { until } from './until.ts'
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
  const { part, report, tally, random } = world
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

  async function workUntilKilled({ workers, books }: World, kill: () => Promise<void>): Promise<void> {
    let stopped = false
    const moment = random.between(0, LONGEST_MOMENT)
    const enough = books.more(random.between(FEWEST, MOST))
    const work = Promise.all(workers.map((worker) => worker.run(() => !stopped)))
    await Promise.race([enough, work])
    await delay(moment)
    const revived = kill()
    // An account that is not hit, because the process came back quickly, stops too.
    await Promise.race([work, revived])
    stopped = true
    await Promise.all([work, revived])
  }
}

/** A server's jobs are another's, or its own next life's, once it has missed its heartbeat: a minute, or two. */
const JOBS_SETTLE_SECONDS = 300

/** In the end every mail was sent, or is known to be uncertain: at most one for each kill, which it was in the middle of. */
export async function settleJobs(load: Load, kills: number): Promise<void> {
  const { part, report } = load
  const settled = await until(async () => (await load.unsentMails()) === 0, JOBS_SETTLE_SECONDS)
  report.check(part, 'in the end no mail waits', settled ? [] : ['some still do after five minutes'])
  const { mails } = await load.check('when all jobs have run')
  const uncertain = mails.filter(({ status }) => status === 'uncertain').length
  const faults = uncertain <= kills ? [] : [`${uncertain} mails are uncertain after ${kills} kills`]
  report.check(part, 'a kill leaves at most the mail uncertain that was being sent', faults)
  report.note(`${part}: in the end ${mails.length - uncertain} mails sent, ${uncertain} uncertain`)
}
