import { useCallback, useMemo, useRef, useState } from 'react'

/** The selected items of a list. */
export interface Selection {
  selected: ReadonlySet<number>
  /** With `range`, also all between it and the one that was chosen last. */
  toggle(id: number, range: boolean): void
}

/** `ids` are the items in the order in which they are shown. An item that is no longer shown is no longer chosen. */
export function useSelection(ids: readonly number[]) {
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
