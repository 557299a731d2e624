import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type Ref, useCallback, useEffect, useMemo, useRef } from 'react'
import { controlStyle, lineStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { optionStyle } from './select.tsx'

type ComboboxProps<Item> = {
  /** What the last search found. The chosen item need not be among them. */
  items: readonly Item[]
  itemKey(item: Item): string | number
  itemLabel(item: Item): string
  itemDetail?(item: Item): string | null | undefined
  value: NoInfer<Item> | null
  onValueChange(item: NoInfer<Item> | null): void
  /** Called 200 ms after the last key, with what to search for; with '' when the list opens on everything. */
  onSearch(query: string): void
  searching?: boolean
  /** Shown in the list instead of "No matches". */
  message?: string | undefined
  /** Below the list: what else can be found. */
  footer?: string | undefined
  placeholder?: string
  /** It stands on a page of its own: while its list is open, the rest is out of reach. A dialog sees to that itself. */
  onPage?: boolean
  onBlur?: () => void
  id?: string
  name?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** One of many, searched on the server as one types. */
export function Combobox<Item extends object>(props: ComboboxProps<Item>) {
  const { items, itemKey, itemLabel, itemDetail, value, onValueChange, searching, message } = props
  const field = useFieldControl(props)
  const search = useDelayed(props.onSearch)

  // What is another at every turn would make every option look at itself again.
  const found = useMemo(() => [...items], [items])
  const listed = useMemo(() => {
    const known = value === null || found.some((item) => itemKey(item) === itemKey(value))
    return known ? found : [...found, value]
  }, [found, value, itemKey])
  const isSame = useCallback((item: Item, other: Item) => itemKey(item) === itemKey(other), [itemKey])

  return (
    <Base.Root
      items={listed}
      filteredItems={found}
      filter={null}
      value={value}
      onValueChange={(item: Item | null) => onValueChange(item)}
      itemToStringLabel={itemLabel}
      isItemEqualToValue={isSame}
      onInputValueChange={(query, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear' || reason === 'clear-press') search(query)
      }}
      onOpenChange={(open) => {
        if (open) props.onSearch('')
      }}
      autoHighlight
      modal={props.onPage ?? false}
      disabled={props.disabled ?? false}
    >
      <Base.InputGroup className={cx('relative', props.className)}>
        <Base.Input
          {...field}
          ref={props.ref}
          name={props.name}
          aria-label={props['aria-label']}
          onBlur={props.onBlur}
          placeholder={props.placeholder}
          spellCheck={false}
          className={cx(controlStyle, lineStyle, 'pr-16 touch:pr-22')}
        />
        <span className="absolute inset-y-0 right-0 flex items-center text-faint">
          <Base.Clear
            aria-label="Clear"
            className="flex h-full w-8 touch:w-11 items-center justify-center rounded hover:text-ink"
          >
            <X aria-hidden="true" className="icon" />
          </Base.Clear>
          <Base.Trigger
            aria-label="Show the list"
            className="flex h-full w-8 touch:w-11 items-center justify-center rounded hover:text-ink"
          >
            {searching ? (
              <span aria-hidden="true" className="spinner size-4" />
            ) : (
              <ChevronDown aria-hidden="true" className="icon" />
            )}
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Base.Portal render={<section aria-label="Options" />}>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            aria-busy={searching || undefined}
            className={cx(
              'popup max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1',
              props.footer && 'scroll-pb-12',
            )}
          >
            <Base.Status className="px-2 text-meta text-faint not-empty:py-1.5">
              {searching && items.length === 0 ? 'Searching…' : null}
            </Base.Status>
            <Base.Empty className="px-2 text-meta text-faint not-empty:py-1.5">
              {searching ? null : (message ?? 'No matches')}
            </Base.Empty>
            <Base.List>
              {(item: Item) => (
                <Base.Item key={itemKey(item)} value={item} className={optionStyle}>
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span className="truncate">{itemLabel(item)}</span>
                    {itemDetail?.(item) && (
                      <span className="truncate text-meta text-faint">{itemDetail(item)}</span>
                    )}
                  </span>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="icon" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            {props.footer && (
              <p className="sticky -bottom-1 -mx-1 -mb-1 border-t border-hairline bg-raised px-3 py-2 text-meta text-faint">
                {props.footer}
              </p>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function useDelayed(call: (query: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (query: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => call(query), 200)
  }
}
