import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Paging } from './virtual-list.tsx'

/** The selected items of a list. */
export interface Selection {
  selected: ReadonlySet<number>
  /** With `range`, also all between it and the one that was chosen last. */
  toggle(id: number, range: boolean): void
}

/** `ids` are the items in the order in which they are shown. An item that is no longer shown is no longer chosen. */
function useSelection(ids: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number>(undefined)
  const selected = useMemo(() => new Set(ids.filter((id) => chosen.has(id))), [ids, chosen])
  // For good: one that is shown again later is not chosen by itself.
  if (selected.size < chosen.size) setChosen(selected)
  const toggle = useCallback(
    (id: number, range: boolean) => {
      const from = range ? last.current : undefined
      last.current = id
      setChosen(toggled(selected, from === undefined ? [id] : between(ids, from, id), !selected.has(id)))
    },
    [ids, selected],
  )
  return { selected, toggle, setSelected: setChosen }
}

/** As many as can be changed at once. */
const MAX_SELECTED = 1_000

export type ListSelection = Selection & {
  /** The box that selects all that match, not only those that are loaded. */
  all: { label: string; checked: boolean; indeterminate: boolean; toggle(on: boolean): void }
  clear(): void
}

/** The selection of a list that is loaded page by page. */
export function useListSelection(
  ids: readonly number[],
  { hasMore, loadingMore, failed, loadMore }: Paging,
): ListSelection {
  const { selected, toggle, setSelected } = useSelection(ids)
  const [all, setAll] = useState(false)

  useEffect(() => {
    if (!all) return
    setSelected(new Set(ids.slice(0, MAX_SELECTED)))
    if (hasMore && !loadingMore && !failed && ids.length < MAX_SELECTED) loadMore?.()
  }, [all, ids, setSelected, hasMore, loadingMore, failed, loadMore])

  return useMemo(() => {
    const most = Math.min(ids.length, MAX_SELECTED)
    const clear = () => {
      setAll(false)
      setSelected(new Set())
    }
    return {
      selected,
      toggle: (id: number, range: boolean) => {
        setAll(false)
        toggle(id, range)
      },
      all: {
        label: ids.length + (hasMore ? 1 : 0) > MAX_SELECTED ? 'Select the first 1,000' : 'Select all',
        checked: selected.size > 0 && selected.size === most,
        indeterminate: selected.size > 0 && selected.size < most,
        toggle: (on: boolean) => (on ? setAll(true) : clear()),
      },
      clear,
    }
  }, [ids, hasMore, selected, toggle, setSelected])
}

/** From one item to another, both included; only the second if the first is not there. */
export function between(ids: readonly number[], from: number, to: number): number[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

function toggled(selected: ReadonlySet<number>, ids: readonly number[], on: boolean): Set<number> {
  const after = new Set(selected)
  for (const id of ids) {
    if (on) after.add(id)
    else after.delete(id)
  }
  return after
}
