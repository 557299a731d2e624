import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, Plus, X } from 'lucide-react'
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { foldCase } from '#core/text.ts'
import { Button } from './button.tsx'
import { useConfirm } from './confirm.tsx'
import { controlStyle, lineStyle, optionStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl, useListName } from './field.tsx'
import type { Failure } from './load-failed.tsx'

type ComboboxProps<Item> = {
  /** The results of the last search. The chosen item need not be among them. */
  items: readonly Item[]
  itemKey(item: Item): string | number
  itemLabel(item: Item): string
  itemDetail?(item: Item): string | null | undefined
  value: NoInfer<Item> | null
  onValueChange(item: NoInfer<Item> | null): void
  /** Called 200 ms after the last key with the search text, and with '' when the list opens unfiltered. */
  onSearch(query: string): void
  searching?: boolean
  /** The search failed. Offers to try again. */
  failure?: Failure | undefined
  /** Shown in the list instead of "No matches". */
  message?: string | undefined
  /**
   * Offers, as the last option, to create what was typed if no item has that name. Asks first if the keyboard led to it past
   * items that were found. Returns null if it was refused.
   */
  create?: { noun: string; run(name: string): Promise<NoInfer<Item> | null> }
  /** Below the list: what else can be found. */
  footer?: string | undefined
  placeholder?: string
  /**
   * Used on a page rather than in a dialog: while its list is open, the rest of the page is inert. A dialog does that
   * itself.
   */
  onPage?: boolean
  /** One is always chosen, so it cannot be cleared. */
  required?: boolean
  onBlur?: () => void
  id?: string
  name?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Stands among the items for "create what was typed". */
const CREATE = Symbol('create')

/** One of many, searched on the server while typing. */
export function Combobox<Item extends object>(props: ComboboxProps<Item>) {
  const { items, itemKey, itemLabel, itemDetail, value, onValueChange, message, create } = props
  const field = useFieldControl(props)
  const listName = useListName(props)
  const [name, setName] = useState('')
  const [creating, setCreating] = useState(false)
  const confirm = useConfirm()
  const searching = props.searching || creating
  const isClearable = !props.required && !props.disabled
  const searchFor = (query: string) => {
    setName(query.trim())
    props.onSearch(query)
  }
  const search = useDelayed(searchFor)

  const runCreate = async (isByKey: boolean) => {
    if (!create || creating) return
    const [first] = items
    if (isByKey && first && !(await confirm(creationOf(create.noun, name, itemLabel(first))))) return
    setCreating(true)
    try {
      const created = await create.run(name)
      if (created) onValueChange(created)
    } finally {
      setCreating(false)
    }
  }

  // Values that change on every render would make every option render again.
  const canCreate =
    create !== undefined &&
    !searching &&
    !props.failure &&
    name !== '' &&
    !items.some((item) => foldCase(itemLabel(item)) === foldCase(name))
  const found = useMemo(
    (): (Item | typeof CREATE)[] => (canCreate ? [...items, CREATE] : [...items]),
    [items, canCreate],
  )
  const listed = useMemo(() => {
    const known = value === null || items.some((item) => itemKey(item) === itemKey(value))
    return known ? found : [...found, value]
  }, [items, found, value, itemKey])
  const isSame = useCallback(
    (item: Item | typeof CREATE, other: Item | typeof CREATE) =>
      item === CREATE || other === CREATE ? item === other : itemKey(item) === itemKey(other),
    [itemKey],
  )

  return (
    <Base.Root
      items={listed}
      filteredItems={found}
      filter={null}
      value={value}
      onValueChange={(item: Item | typeof CREATE | null, { isCanceled, event }) => {
        if (isCanceled) return
        if (item === CREATE) void runCreate(event instanceof KeyboardEvent)
        else onValueChange(item)
      }}
      itemToStringLabel={(item) => (item === CREATE ? name : itemLabel(item))}
      isItemEqualToValue={isSame}
      onInputValueChange={(query, details) => {
        const { reason } = details
        if (reason === 'escape-key') leaveToDialog(details)
        if (reason === 'input-change' || reason === 'input-clear' || reason === 'clear-press') search(query)
      }}
      onOpenChange={(open) => {
        if (open) searchFor('')
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
          className={cx(controlStyle, lineStyle, isClearable ? 'pr-16 touch:pr-22' : 'pr-8 touch:pr-11')}
        />
        <span className="absolute inset-y-0 right-0 flex items-center text-faint">
          {isClearable && (
            <Base.Clear
              aria-label="Clear"
              className="flex h-full w-8 touch:w-11 items-center justify-center rounded hover:text-ink"
            >
              <X aria-hidden="true" className="icon" />
            </Base.Clear>
          )}
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
      <Base.Portal render={<section {...listName} />}>
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
              {searching || props.failure ? null : (message ?? 'No matches')}
            </Base.Empty>
            {props.failure && (
              <div className="flex flex-wrap items-center justify-between gap-2 px-2 py-1.5 text-meta text-muted">
                The list could not be loaded.
                <Button size="sm" onClick={props.failure.retry}>
                  Try again
                </Button>
              </div>
            )}
            <Base.List>
              {(item: Item | typeof CREATE) =>
                item === CREATE ? (
                  <Base.Item
                    key="create"
                    value={item}
                    className={cx(
                      optionStyle,
                      'relative not-first:mt-2.25 not-first:before:absolute',
                      CREATE_LINE,
                    )}
                  >
                    <Plus aria-hidden="true" className="icon shrink-0" />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      Create {create?.noun} “{name}”
                    </span>
                  </Base.Item>
                ) : (
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
                )
              }
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

/** Between what was found and what is new. */
const CREATE_LINE = 'not-first:before:inset-x-0 not-first:before:-top-1.25 not-first:before:border-t'

const creationOf = (noun: string, name: string, found: string) => ({
  title: `Create ${noun} “${name}”?`,
  consequences: `There is “${found}” already.`,
  confirmLabel: `Create ${noun}`,
})

/** Esc on a closed list clears the value in Base UI, and goes no further. Here it keeps the value and closes the dialog. */
function leaveToDialog(details: Base.Root.ChangeEventDetails) {
  details.cancel()
  details.allowPropagation()
}

function useDelayed(call: (query: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (query: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => call(query), 200)
  }
}
