import { createInterface } from 'node:readline'
import { signalAll } from '#tests/faults/processes.ts'

/** Ends the process groups that still run when its input closes, which it does however the process that wrote it ended. */
const groups = new Set<number>()
for await (const line of createInterface({ input: process.stdin })) {
  const [event, group] = line.split(' ')
  if (event === 'started') groups.add(-Number(group))
  else groups.delete(-Number(group))
}
signalAll([...groups], 'SIGTERM')
signalAll([...groups], 'SIGCONT')
