import type { Job } from './job.ts'
import type { OpenQueue } from './queue.ts'
import { type RunDependencies, runJob } from './run.ts'

const POLL_SECONDS = 2

/**
 * Takes and runs jobs, one of each kind at a time. Servers share the work: a job is taken by one of them only.
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
      // The next job follows immediately; only an empty queue is polled.
      boss.notifyWorker(worker)
      if (taken) await runJob(queue, job, taken, parts)
    })
    if ('schedule' in job) await boss.schedule(job.name, job.schedule, null, { missed: 'once' })
  }
}
