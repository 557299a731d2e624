import { openDatabase } from './database.ts'
import { createStore } from './store.ts'

/** Milliseconds that the clock is ahead, for use before the sandbox is open. */
export function keptClockOffset(statePath: string): number {
  const db = openDatabase(statePath)
  try {
    return Number(createStore(db).fact('clock offset') ?? 0)
  } finally {
    db.close()
  }
}
