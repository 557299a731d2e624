import { findBlindChecks } from './self-test.ts'
import { StudioWorker } from './studio-worker.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** Before anything is broken: the checks hold on sound data, and each of them notices damage to a copy of it. */
export async function proveChecks(world: World): Promise<void> {
  for (const worker of world.workers) if (worker instanceof StudioWorker) await worker.makeOneOfEach()
  const sent = await until(async () => (await world.unsentMails()) === 0, 120)
  world.report.check(world.part, 'mails are sent', sent ? [] : ['they still wait after two minutes'])
  const snapshot = await world.check('on sound data')
  world.report.check(
    world.part,
    'each check notices each damage that is done to a copy of the data',
    findBlindChecks(snapshot, world.books),
  )
}
