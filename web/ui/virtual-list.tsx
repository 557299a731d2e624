import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { useListPlace } from './use-list-place.ts'

type VirtualListProps<Item> = {
  /** The accessible name of the list. */
  label: string
  items: readonly Item[]
  itemKey(item: Item): string | number
  renderItem(item: Item, index: number): ReactNode
  /** Height in pixels to assume until an item is measured, unless an earlier visit of the list knows better. */
  estimateSize: number | ((index: number) => number)
  gap?: number
  /** Puts items side by side where columns of this width fit. */
  columnWidth?: number
} & Paging

/** The state after the loaded items. */
export type Paging = {
  hasMore?: boolean
  loadMore?: () => void
  loadingMore?: boolean
  /** The last page failed: offers to try again instead of retrying forever. */
  failed?: boolean
}

/** Items rendered before and after those in view, and around the one that has focus. */
const OVERSCAN = 4

const isAround = (index: number, from: number, to = from): boolean =>
  index >= from - OVERSCAN && index <= to + OVERSCAN

/**
 * A list of any length in a scrolling page: only items near the viewport or the focus are rendered, those in view first, and
 * the next page loads before the end is reached.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, renderItem, estimateSize, gap = 0, columnWidth, hasMore = false } = props
  const { loadMore, loadingMore = false, failed = false } = props
  const list = useRef<HTMLDivElement>(null)
  /** The height of what is above the list, once it is laid out. */
  const [above, setAbove] = useState<number>()
  // None until the width of several is known, so that items are rendered and laid out only once.
  const [columns, setColumns] = useState(columnWidth ? 0 : 1)

  // Content above the list may change its height, and with it the list's position.
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return
      const { top, width } = list.current.getBoundingClientRect()
      setAbove(Math.round(top + scrollY))
      setColumns(columnWidth ? Math.max(1, Math.floor((width + gap) / (columnWidth + gap))) : 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [columnWidth, gap])

  // A new function here would make the virtualizer measure all items again on every scroll.
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : itemKey(item)
    },
    [items, itemKey],
  )

  const given = typeof estimateSize === 'number' ? () => estimateSize : estimateSize
  const learned = useLearnedHeights(label)

  const { focused, ...focusHandlers } = useFocusedItem()
  const withFocused = useCallback(
    (range: Range) => {
      const inRange = defaultRangeExtractor(range)
      if (focused === undefined) return inRange
      const aroundFocus = defaultRangeExtractor({ ...range, startIndex: focused, endIndex: focused })
      return [...new Set([...inRange, ...aroundFocus])].sort((one, other) => one - other)
    },
    [focused],
  )

  const scrollMargin = above ?? 0
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => learned.of(given(index)),
    getItemKey: keyAt,
    overscan: OVERSCAN,
    rangeExtractor: withFocused,
    gap,
    lanes: Math.max(1, columns),
    scrollMargin,
    initialRect: { width: innerWidth, height: innerHeight },
  })

  const measure = useCallback(
    (row: HTMLElement | null) => {
      virtualizer.measureElement(row)
      if (row) learned.note(Number(row.dataset.assumed), row.offsetHeight)
    },
    [virtualizer, learned],
  )

  const near = virtualizer.getVirtualItems()
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const settledStart = useDeferredValue(startIndex)
  const settledEnd = useDeferredValue(endIndex, Number.NEGATIVE_INFINITY)
  const visible = near.filter(
    ({ index }) =>
      columns > 0 &&
      ((index >= startIndex && index <= endIndex) ||
        isAround(index, settledStart, settledEnd) ||
        (focused !== undefined && isAround(index, focused))),
  )
  const lastVisible = visible.at(-1)?.index ?? 0
  const isSeeking = useListPlace({
    label,
    virtualizer,
    keyAt,
    count: items.length,
    hasMore,
    isLaidOut: above !== undefined,
  })
  const wantsMore = isSeeking || lastVisible >= items.length - 20
  const loadsMore = hasMore && !loadingMore && !failed && wantsMore

  useEffect(() => {
    if (loadsMore) loadMore?.()
  }, [loadsMore, loadMore])

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a <ul> cannot say how long it really is */}
      <div
        ref={list}
        {...focusHandlers}
        role="list"
        aria-label={label}
        className="relative w-full"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {visible.map(({ key, index, start, lane }) => {
          const item = items[index]
          return item === undefined ? null : (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div
              key={key}
              ref={measure}
              data-index={index}
              data-assumed={given(index)}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              className="absolute top-0"
              style={{
                width: `calc((100% - ${(columns - 1) * gap}px) / ${columns})`,
                left: `calc((100% + ${gap}px) / ${columns} * ${lane})`,
                transform: `translateY(${start - scrollMargin}px)`,
              }}
            >
              <Content item={item} index={index} renderItem={renderItem} />
            </div>
          )
        })}
      </div>
      {hasMore && (
        <div className="flex justify-center py-6">
          {failed ? (
            <Button onClick={loadMore}>Try loading more again</Button>
          ) : (
            <Spinner text="Loading more..." />
          )}
        </div>
      )}
    </>
  )
}

/**
 * The item that has focus. Those around it are rendered with the focus itself, or a Tab that comes before the page has
 * scrolled would leave the list; and scrolling does not take the focus away.
 */
function useFocusedItem() {
  const [focused, setFocused] = useState<number>()
  return {
    focused,
    onFocus: ({ target }: FocusEvent) => {
      const item = target.closest<HTMLElement>('[data-index]')
      if (item) setFocused(Number(item.dataset.index))
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocused(undefined)
    },
  }
}

/** The sum of the heights that were measured, by list and assumed height. Text may wrap, and letters may be large. */
const measured = new Map<string, { sum: number; count: number }>()

/**
 * Heights as they were in earlier visits of a list, so that Back finds its place. They do not change while it is shown: an item
 * whose height was assumed rightly is not measured again.
 */
function useLearnedHeights(label: string) {
  const [heights] = useState(() => {
    const nameOf = (assumed: number, width: number) => `${label} ${assumed} ${width}`
    const known = new Map([...measured].map(([name, { sum, count }]) => [name, Math.round(sum / count)]))
    // A phone may be turned meanwhile.
    const widthAtFirst = innerWidth
    return {
      of: (assumed: number): number => known.get(nameOf(assumed, widthAtFirst)) ?? assumed,
      note: (assumed: number, height: number): void => {
        const { sum, count } = measured.get(nameOf(assumed, innerWidth)) ?? { sum: 0, count: 0 }
        if (height > 0) measured.set(nameOf(assumed, innerWidth), { sum: sum + height, count: count + 1 })
      },
    }
  })
  return heights
}

type ContentProps<Item> = Pick<VirtualListProps<Item>, 'renderItem'> & { item: Item; index: number }

/** Scrolling moves items but must not render their content again. */
const Content = memo(function Content<Item>({ item, index, renderItem }: ContentProps<Item>) {
  return renderItem(item, index)
}) as <Item>(props: ContentProps<Item>) => ReactNode
