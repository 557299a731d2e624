import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { overlay } from './overlay-style.ts'

export interface CommandGroup<Item> {
  name: string
  items: Item[]
}

type CommandDialogProps<Item> = {
  open: boolean
  onOpenChange(open: boolean): void
  /** The accessible name of the dialog and of its box. */
  label: string
  placeholder: string
  value: string
  onValueChange(value: string): void
  maxLength: number
  groups: CommandGroup<Item>[]
  itemKey(item: Item): string
  renderItem(item: Item): ReactNode
  /** Called when the box has the focus. */
  onFocus(): void
  /** Called after the dialog was asked to close. */
  onRun(item: Item): void
  /** True while the groups are not those of the text: Enter waits for them. */
  pending: boolean
  /** Announced, and shown where there is nothing else. */
  message: string | null
  footer?: ReactNode
}

const ROW =
  'flex min-h-10 cursor-default items-center gap-3 rounded px-3 py-1.5 select-none outline-none touch:min-h-11 data-highlighted:bg-accent-soft'

/**
 * A box that searches and runs: arrow keys choose, Enter runs what is chosen, Esc closes. On a phone it fills the screen.
 */
export function CommandDialog<Item extends object>(props: CommandDialogProps<Item>) {
  const { open, onOpenChange, label, groups, onRun, pending, itemKey } = props
  const input = useRef<HTMLInputElement>(null)
  /** The command that was run decides where focus goes. */
  const hasRun = useRef(false)
  const [isEnterKept, keepEnter] = useState(false)
  const first = groups[0]?.items[0]

  const run = (item: Item) => {
    hasRun.current = true
    keepEnter(false)
    onOpenChange(false)
    onRun(item)
  }
  const runKept = useEffectEvent(() => {
    keepEnter(false)
    if (first) run(first)
  })
  useEffect(() => {
    if (isEnterKept && !pending) runKept()
  }, [isEnterKept, pending])

  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler(): void }) => {
    if (event.key !== 'Enter' || !pending) return
    event.preventDefault()
    event.preventBaseUIHandler()
    keepEnter(true)
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        hasRun.current = false
        onOpenChange(next)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop data-scrim className={overlay.backdrop} />
        <Dialog.Viewport className={overlay.viewport}>
          <Dialog.Popup
            aria-label={label}
            initialFocus={input}
            finalFocus={() => !hasRun.current}
            className={cx(
              overlay.popup,
              'max-w-2xl max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-0 md:row-[1/-1] md:mt-[12dvh] md:max-h-[min(36rem,76dvh)] md:self-start',
            )}
          >
            <Base.Root
              inline
              open
              mode="none"
              items={groups}
              value={props.value}
              onValueChange={(value, { reason }) => {
                keepEnter(false)
                if (reason === 'input-change' || reason === 'input-clear') props.onValueChange(value)
              }}
              itemToStringValue={itemKey}
              autoHighlight="always"
              keepHighlight
            >
              <Base.InputGroup className="flex shrink-0 items-center gap-3 border-b border-hairline pl-5 pr-2 max-md:pl-4">
                <Search aria-hidden="true" className="icon shrink-0 text-faint" />
                <Base.Input
                  ref={input}
                  aria-label={label}
                  placeholder={props.placeholder}
                  maxLength={props.maxLength}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="go"
                  onFocus={props.onFocus}
                  onKeyDown={onKeyDown}
                  className="h-14 min-w-0 flex-1 bg-transparent text-lead text-ink outline-none placeholder:text-faint"
                />
                <Dialog.Close render={<Button variant="ghost" size="sm" className="touch:min-h-11" />}>
                  Close
                </Dialog.Close>
              </Base.InputGroup>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-2 p-2">
                <Base.Status className="px-3 py-2 text-meta text-muted empty:hidden">
                  {props.message}
                </Base.Status>
                <Base.List aria-busy={pending || undefined}>
                  {(group: CommandGroup<Item>) => (
                    <Base.Group key={group.name} items={group.items} className="not-last:mb-2">
                      <Base.GroupLabel className="px-3 pt-2 pb-1 text-micro font-medium text-faint">
                        {group.name}
                      </Base.GroupLabel>
                      <Base.Collection>
                        {(item: Item) => (
                          <Base.Item
                            key={itemKey(item)}
                            value={item}
                            onClick={() => run(item)}
                            className={ROW}
                          >
                            {props.renderItem(item)}
                          </Base.Item>
                        )}
                      </Base.Collection>
                    </Base.Group>
                  )}
                </Base.List>
              </div>
              {props.footer && (
                <footer
                  className={cx(
                    'shrink-0 border-t border-hairline px-5 py-2.5 text-micro text-muted',
                    !props.message && 'max-md:hidden',
                  )}
                >
                  {props.footer}
                </footer>
              )}
            </Base.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
