import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { draggedStyle, type SortableItems, type Sorting, useSorting } from './sorting.tsx'

type SortableListProps<Item> = SortableItems<Item> & {
  /** The accessible name of the list. */
  label: string
  renderItem(item: Item, sorting: Sorting): ReactNode
  className?: string
}

/** A short list that the user orders. */
export function SortableList<Item>({ label, renderItem, className, ...sortable }: SortableListProps<Item>) {
  const { shown, sortingOf, status } = useSorting(sortable)
  return (
    <>
      <ul aria-label={label} className={className}>
        {shown.map((item) => {
          const sorting = sortingOf(item)
          return (
            <li
              key={sortable.itemKey(item)}
              ref={sorting.ref}
              className={cx(sorting.dragged && `${draggedStyle} *:border-edge`)}
            >
              {renderItem(item, sorting)}
            </li>
          )
        })}
      </ul>
      {status}
    </>
  )
}
