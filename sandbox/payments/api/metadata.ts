import type { Metadata } from '../objects/wire.ts'

/** Keys are merged; an empty value removes one, an empty whole removes all. */
export function mergedMetadata(current: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return current
  if (change === null) return {}
  const merged = { ...current, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
