import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { MenuItem } from './menu.tsx'
import { ariaKeys } from './shortcuts.ts'

export type SortableItems<Item> = {
  items: readonly Item[]
  itemKey(item: Item): number
  /** The name of an item in announcements of its move. */
  itemLabel(item: Item): string
  /** All keys in their new order, after a drop and for each key press. The order may be unchanged. */
  onReorder(keys: number[]): void
}

export type Sorting = {
  /** Ref of the item's element. */
  ref(element: HTMLElement | null): void
  dragged: boolean
  /** Drag it, or press the arrow keys on it. */
  handle: ReactNode
  /** For the item's menu. */
  menuItems: ReactNode
}

/** Lets the user order a short list: by dragging, by the arrow keys on the handle, or by the menu. */
export function useSorting<Item>({ items, itemKey, itemLabel, onReorder }: SortableItems<Item>) {
  const elements = useRef(new Map<number, HTMLElement>())
  const [dragged, setDragged] = useState<{ key: number; order: number[] } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const keys = items.map(itemKey)
  // Until the items have the new order, a key that is pressed again moves on from there.
  const requested = useRef<number[] | null>(null)
  const order = dragged?.order ?? keys
  const shown = order.flatMap((key) => items.filter((item) => itemKey(item) === key))

  const move = (item: Item, by: number) => {
    const key = itemKey(item)
    const before = isOrderOf(keys, requested.current) ? requested.current : keys
    const to = before.indexOf(key) + by
    if (to < 0 || to >= before.length) return
    requested.current = withMoved(before, key, to)
    onReorder(requested.current)
    setAnnouncement(`${itemLabel(item)} is now number ${to + 1} of ${before.length}`)
  }
  const forgetRequested = () => {
    requested.current = null
  }

  // On the window, since the dragged element moves in the document and would lose pointer capture.
  useEffect(() => {
    if (!dragged) return
    const follow = ({ clientY }: PointerEvent) => {
      const { key, order } = dragged
      const to = positionAt(
        order.map((one) => elements.current.get(one)),
        clientY,
        order.indexOf(key),
      )
      if (order[to] !== key) setDragged({ key, order: withMoved(order, key, to) })
    }
    const drop = () => {
      setDragged(null)
      onReorder(dragged.order)
    }
    const leave = () => setDragged(null)
    addEventListener('pointermove', follow)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', leave)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', leave)
    }
  }, [dragged, onReorder])

  const sortingOf = (item: Item): Sorting => {
    const key = itemKey(item)
    const index = keys.indexOf(key)
    return {
      ref: (element) => {
        if (element) elements.current.set(key, element)
        else elements.current.delete(key)
      },
      dragged: dragged?.key === key,
      handle: (
        <button
          type="button"
          aria-label={`Move ${itemLabel(item)}`}
          aria-keyshortcuts={ariaKeys('moveLine')}
          title="Drag, or press the arrow keys"
          onKeyDown={(event) => moveByKey(event, (by) => move(item, by))}
          onBlur={forgetRequested}
          onPointerDown={({ button }) => button === 0 && setDragged({ key, order: keys })}
          className="flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-faint hover:text-ink active:cursor-grabbing touch:-mx-1.5 touch:h-11 touch:w-11"
        >
          <GripVertical aria-hidden="true" className="icon" />
        </button>
      ),
      menuItems: (
        <>
          <MenuItem icon={<ArrowUp />} disabled={index === 0} onSelect={() => move(item, -1)}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowDown />} disabled={index === keys.length - 1} onSelect={() => move(item, 1)}>
            Move down
          </MenuItem>
        </>
      ),
    }
  }

  const status = (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
  return { shown, sortingOf, status }
}

export const draggedStyle = 'relative z-10 opacity-80 shadow-pop'

function moveByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (by === 0) return
  event.preventDefault()
  move(by)
}

const isOrderOf = (keys: readonly number[], order: number[] | null): order is number[] =>
  order?.length === keys.length && order.every((key) => keys.includes(key))

function withMoved(keys: readonly number[], key: number, to: number): number[] {
  const others = keys.filter((other) => other !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

/** The position under the pointer: an item moves aside once the pointer passes its middle. */
function positionAt(elements: (HTMLElement | undefined)[], y: number, from: number): number {
  const middle = (index: number) => {
    const box = elements[index]?.getBoundingClientRect()
    return box ? box.top + box.height / 2 : 0
  }
  let to = from
  while (to > 0 && y < middle(to - 1)) to -= 1
  while (to < elements.length - 1 && y > middle(to + 1)) to += 1
  return to
}
