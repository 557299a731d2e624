import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** In a thread of its own, since initdb takes seconds and a lot of memory. */
export function createClusterInWorker(directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 })
  const worker = new Worker(new URL('./template-worker.ts', import.meta.url), { workerData: directory })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The embedded database could not be created in ${directory}.`)),
    )
  })
}
