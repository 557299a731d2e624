import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE_INTERVAL_MS = 5_000

/** TanStack Query's own, so that what it holds back and what the app says never differ. */
export const isConnected = (): boolean => onlineManager.isOnline()

export const onConnection = (changed: (isConnected: boolean) => unknown): (() => void) =>
  onlineManager.subscribe((isOnline) => void changed(isOnline))

export const useConnected = (): boolean => useSyncExternalStore(onConnection, isConnected, () => true)

/** At the start, TanStack Query takes every browser for connected. */
export function readConnection(): void {
  onlineManager.setOnline(navigator.onLine)
}

let probing: Promise<void> | undefined

/** After a request got no answer. One may fail by itself, so a small one decides whether the server can be reached. */
export function checkConnection(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

async function probe(): Promise<void> {
  const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  onlineManager.setOnline(isReached && navigator.onLine)
  if (!isReached) setTimeout(() => void checkConnection(), PROBE_INTERVAL_MS)
}
