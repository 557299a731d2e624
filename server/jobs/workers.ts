import { keyOfScheduled } from './enqueue.ts'
import { type Job, scheduleOf } from './job.ts'
import type { OpenQueue } from './queue.ts'
import { type RunDependencies, runJob } from './run.ts'

/** For jobs that were to wait or to be retried, and for those that another server queued and did not take. */
const POLL_SECONDS = 10

/**
 * Takes and runs jobs, one of each kind at a time; those that this process queues, at once. Servers share the work: a job
 * is taken by one of them only.
 */
export async function startWorkers(
  queue: OpenQueue,
  jobs: readonly Job[],
  parts: RunDependencies,
): Promise<void> {
  const boss = await queue.startSupervisor()
  for (const job of jobs) {
    const polling = { includeMetadata: true, pollingIntervalSeconds: POLL_SECONDS } as const
    const worker = await boss.work(job.name, polling, async ([taken]) => {
      // The next job follows immediately; only an empty queue is polled.
      boss.notifyWorker(worker)
      if (taken) await runJob(queue, job, taken, parts)
    })
    queue.whenQueued(job.name, () => boss.notifyWorker(worker))
    if (!('schedule' in job)) continue
    const schedule = scheduleOf(job, parts.services)
    const options = { missed: 'once', ...(job.isExclusive && { singletonKey: keyOfScheduled(job) }) } as const
    if (schedule) await boss.schedule(job.name, schedule, null, options)
    else await boss.unschedule(job.name)
  }
}
