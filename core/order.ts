export const ORDER_IS_STALE = 'This list has changed in the meantime. Please check it again.'

/** True if these are the same ids, each once, in any order. */
export function isReordering(before: { id: number }[], ids: number[]): boolean {
  const requested = new Set(ids)
  return (
    requested.size === ids.length &&
    before.length === ids.length &&
    before.every(({ id }) => requested.has(id))
  )
}
