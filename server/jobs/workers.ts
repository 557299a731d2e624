import type { Job } from './job.ts'
import type { OpenQueue } from './queue.ts'
import { type RunDependencies, runJob } from './run.ts'

const POLL_SECONDS = 2

/**
 * Takes jobs out and runs them, one of each kind at a time. Servers share the work: a job that one has taken no
 * other can take.
 */
export async function startWorkers(
  queue: OpenQueue,
  jobs: readonly Job[],
  parts: RunDependencies,
): Promise<void> {
  const boss = await queue.startSupervisor()
  for (const job of jobs) {
    const options = { includeMetadata: true, pollingIntervalSeconds: POLL_SECONDS } as const
    const worker = await boss.work(job.name, options, async ([taken]) => {
      // After one job comes the next at once; only an empty queue is looked at from time to time.
      boss.notifyWorker(worker)
      if (taken) await runJob(queue, job, taken, parts)
    })
    if ('schedule' in job) await boss.schedule(job.name, job.schedule, null, { missed: 'once' })
  }
}
