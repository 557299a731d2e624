import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { storedList } from '#web/data/stored-list.ts'

// Once there was only the key of the timer.
const singleKeysOff = storedList('daybook:keys-off', z.literal('timer'))

/** The setting of single keys in this browser. They can be turned off, since speech input types letters. */
export function useSingleKeys(): [areOn: boolean, turn: (on: boolean) => void] {
  const off = useSyncExternalStore(singleKeysOff.subscribe, singleKeysOff.get)
  return [off.length === 0, (on) => singleKeysOff.set(on ? [] : ['timer'])]
}
