import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keepListPlace, type ListPlace, readListPlace } from '#web/navigation/list-place.ts'
import { visitOf } from '#web/navigation/visit.ts'

interface ShownList {
  label: string
  virtualizer: Virtualizer<Window, Element>
  keyAt(index: number): string | number
  count: number
  hasMore: boolean
  /** True once it is known where the rows are. */
  isLaidOut: boolean
}

/**
 * Back shows the rows again that were left, whatever has been added above them or how high they are. Returns true as long as
 * the row has to be loaded first.
 */
export function useListPlace({ label, virtualizer, keyAt, count, hasMore, isLaidOut }: ShownList): boolean {
  const list = `${visitOf(useLocation())} ${label}`
  const [place, setPlace] = useState(() => readListPlace(list))
  const index = place ? indexOf(place, keyAt, count) : undefined
  const isSeeking = place !== undefined && index === undefined && hasMore && count <= place.index + SLACK

  useLayoutEffect(() => () => keepListPlace(list, placeOf(virtualizer)), [list, virtualizer])

  // With each row that is measured and each change above the list, until the reader scrolls.
  useLayoutEffect(() => {
    if (!place || !isLaidOut || isSeeking || count === 0) return
    const [start] = virtualizer.getOffsetForIndex(index ?? Math.min(place.index, count - 1), 'start') ?? []
    if (start === undefined) return
    const top = start + place.above
    if (Math.abs(scrollY - top) >= 1) virtualizer.scrollToOffset(top)
  })

  useEffect(() => {
    if (!place) return
    const leave = () => setPlace(undefined)
    for (const event of INPUT) addEventListener(event, leave, { once: true, passive: true })
    return () => {
      for (const event of INPUT) removeEventListener(event, leave)
    }
  }, [place])

  return isSeeking
}

const INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** A row that was moved on by new ones is looked for a little further. */
const SLACK = 100

function indexOf(
  { row, index }: ListPlace,
  keyAt: (index: number) => string | number,
  count: number,
): number | undefined {
  if (index < count && keyAt(index) === row) return index
  for (let at = 0; at < count; at++) if (keyAt(at) === row) return at
  return undefined
}

function placeOf(virtualizer: Virtualizer<Window, Element>): ListPlace | undefined {
  const top = virtualizer.scrollOffset ?? 0
  const row = virtualizer.getVirtualItems().find(({ end }) => end > top)
  if (!row || row.start > top || typeof row.key === 'bigint') return undefined
  return { row: row.key, index: row.index, above: top - row.start }
}
