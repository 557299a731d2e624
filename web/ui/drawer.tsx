import { Drawer as Base } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PlainIconButton } from './plain-icon-button.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  hideTitle?: boolean
  side?: 'left' | 'right'
  /** Gets focus after closing, if not the element that had it before. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** Slides in from a side. Closed by swiping, Esc, its button or a press outside. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, title, hideTitle = false, side = 'right', finalFocus, children } = props
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side}>
      <Base.Portal>
        <Base.Backdrop
          data-scrim
          className="fixed inset-0 z-40 min-h-dvh bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:transition-none"
        />
        <Base.Viewport className={cx('fixed inset-0 z-40 flex', side === 'right' && 'justify-end')}>
          <Base.Popup
            data-drawer
            finalFocus={() => finalFocus?.() ?? true}
            className={cx(
              'flex h-full w-80 max-w-[85vw] touch-auto flex-col overflow-y-auto overscroll-contain bg-paper text-ink shadow-pop outline-none',
              'transform-[translateX(var(--drawer-swipe-movement-x))] transition-transform ease-out data-swiping:select-none',
              side === 'right'
                ? 'border-l data-ending-style:transform-[translateX(100%)] data-starting-style:transform-[translateX(100%)]'
                : 'border-r data-ending-style:transform-[translateX(-100%)] data-starting-style:transform-[translateX(-100%)]',
            )}
          >
            <Base.Content className="flex min-h-full flex-1 flex-col">
              <header
                className={cx(
                  'flex items-center justify-between p-3',
                  hideTitle ? 'absolute top-0 right-0 z-10' : 'border-b pl-5',
                )}
              >
                <Base.Title className={hideTitle ? 'sr-only' : 'text-lead font-semibold'}>{title}</Base.Title>
                <Base.Close render={<PlainIconButton label="Close" icon={<X aria-hidden="true" />} />} />
              </header>
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
