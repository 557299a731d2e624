import type { Metadata } from '../objects/wire.ts'

/** Keys are merged. An empty value removes a key, an empty string instead of an object removes all. */
export function mergedMetadata(current: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return current
  if (change === null) return {}
  const merged = { ...current, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
