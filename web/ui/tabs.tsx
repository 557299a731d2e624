import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Loading, Skeleton } from './skeleton.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useMedia } from './use-wide.ts'

export type Tab<Value extends string> = {
  value: Value
  label: string
  /** Undefined until it is loaded. */
  count?: number | undefined
  /** Number of new ones. */
  unread?: number
  content: ReactNode
}

type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Value>[]
  value?: Value
  onValueChange?: (value: Value) => void
  /** On a wide screen, tabs are a list at the side, with this below it. */
  side?: { below?: ReactNode }
  /** True if `?tab=` opens a tab, so that tabs are links where there are no scripts. */
  isInAddress?: boolean
  /** In a dialog: a smaller tab keeps the height of a taller one, so that the dialog does not jump. */
  steady?: boolean
}

/** Tabs that do not fit scroll sideways in a strip that fades out at its end. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onValueChange, side, isInAddress = false, steady = false } = props
  const panels = useRef<HTMLDivElement>(null)
  const [tallest, setTallest] = useState(0)
  const isList = useMedia('(width >= 64rem)') && side !== undefined
  const strip = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()

  // Called at first, too, when the browser has laid out the page. Tabs grow when a count is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever tab is chosen, by whomever
  useEffect(() => {
    const row = strip.current
    if (!row) return
    const observer = new ResizeObserver(() => {
      scrollToChosen(row)
      markOverflow(row)
    })
    for (const part of [row, ...row.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [value])

  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(next) => {
        if (steady) setTallest(panels.current?.offsetHeight ?? 0)
        onValueChange?.(next as Value)
      }}
      orientation={isList ? 'vertical' : 'horizontal'}
      className={cx(side && 'lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-8')}
    >
      <div className={cx('border-b border-hairline', side && 'lg:sticky lg:top-6 lg:border-0')}>
        <Base.List
          ref={strip}
          aria-label={label}
          activateOnFocus
          onScroll={(event) => markOverflow(event.currentTarget)}
          className={cx(
            'tab-strip relative flex gap-6 forced-colors:gap-2 overflow-x-auto overscroll-x-contain',
            side && 'lg:flex-col lg:gap-0.5 lg:overflow-visible',
          )}
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              {...(!isHydrated && { 'aria-disabled': true })}
              className={cx(
                tabStyle,
                side &&
                  'lg:h-9 lg:justify-start lg:rounded lg:px-3 lg:hover:bg-sunken lg:data-active:bg-sunken',
              )}
            >
              <TabLabel tab={tab} />
            </Base.Tab>
          ))}
          <Base.Indicator
            className={cx(
              'absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent-ink transition-[translate,width] forced-colors:hidden',
              side && 'lg:hidden',
            )}
          />
        </Base.List>
        {isInAddress && (
          <noscript>{import.meta.env.SSR && <TabLinks label={label} tabs={tabs} chosen={value} />}</noscript>
        )}
        {side?.below}
      </div>
      <div ref={panels} className={cx(side && 'min-w-0')} style={{ minHeight: tallest || undefined }}>
        {tabs.map((tab) => (
          <Base.Panel key={tab.value} value={tab.value} className={cx('pt-5', side && 'lg:pt-0')}>
            <Suspense fallback={<TabLoading />}>{tab.content}</Suspense>
          </Base.Panel>
        ))}
      </div>
    </Base.Root>
  )
}

const tabStyle =
  'relative flex h-10 shrink-0 items-center gap-1.5 justify-center rounded-xs font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 hover:text-ink touch:h-11 touch:min-w-11 data-active:text-ink forced-colors:px-2'

function TabLabel({ tab: { label, count, unread } }: { tab: Tab<string> }) {
  return (
    <>
      {label} {count !== undefined && <span className="text-faint">({count})</span>}
      {Boolean(unread) && <UnreadDot count={unread} />}
    </>
  )
}

type TabLinksProps = { label: string; tabs: readonly Tab<string>[]; chosen: string | undefined }

function TabLinks({ label, tabs, chosen }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-6">
      {tabs.map((tab) => (
        <a
          key={tab.value}
          href={`?tab=${tab.value}`}
          aria-current={tab.value === chosen ? 'page' : undefined}
          className={cx(
            tabStyle,
            'aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent-ink)]',
          )}
        >
          <TabLabel tab={tab} />
        </a>
      ))}
    </nav>
  )
}

/** Above the label, so that no tab moves when it comes or goes. */
function UnreadDot({ count }: { count: number | undefined }) {
  return (
    <span className="absolute top-1 right-0 size-1.5 rounded-full bg-blue-solid forced-colors:bg-[CanvasText]">
      <span className="sr-only">{count} new</span>
    </span>
  )
}

/** While the code of a tab is loading. */
function TabLoading() {
  return (
    <Loading>
      <Skeleton className="h-64" />
    </Loading>
  )
}

/** Centered if possible, so that its neighbours show too. The page itself does not scroll. */
function scrollToChosen(strip: HTMLElement): void {
  const chosen = strip.querySelector<HTMLElement>('[aria-selected="true"]')
  if (chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2
}

function markOverflow(strip: HTMLElement): void {
  const rest = strip.scrollWidth - strip.clientWidth - strip.scrollLeft
  strip.toggleAttribute('data-more-before', strip.scrollLeft > 1)
  strip.toggleAttribute('data-more-after', rest > 1)
}
