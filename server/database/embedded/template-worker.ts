import { workerData } from 'node:worker_threads'
import { createCluster } from './engine.ts'

await createCluster(workerData as string)
