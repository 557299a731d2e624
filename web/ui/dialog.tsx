import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'
import { ConfirmProvider, DISCARD, isAsking, useConfirm } from './confirm.tsx'
import { cx } from './cx.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { overlay } from './overlay-style.ts'
import { PlainIconButton } from './plain-icon-button.tsx'
import { isTouchScreen } from './use-wide.ts'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' }
export type DialogSize = keyof typeof widths

type DialogProps = {
  open: boolean
  /** Called when the user closes it. After a successful save, simply set `open` to false. */
  onOpenChange(open: boolean): void
  title: ReactNode
  description?: ReactNode
  size?: DialogSize
  /** True while there is unsaved input: then a stray click, Esc, Back or closing the tab asks first. */
  guardUnsaved?: boolean
  /** For content that loads late or grows line by line: the top stays where it is, on a phone the height too. */
  steady?: boolean
  /** Next to the title, such as a badge or a menu. */
  headerActions?: ReactNode
  /**
   * Gets focus first. By default the first field, or the dialog itself, whose name is then announced. On a touch screen no field
   * does, since the keyboard would cover what the dialog says.
   */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  return (
    <ConfirmProvider>
      <GuardedDialog {...props} />
    </ConfirmProvider>
  )
}

function GuardedDialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'md', guardUnsaved = false, steady = false } = props
  const confirm = useConfirm()
  const popup = useRef<HTMLDivElement>(null)
  const discarded = useRef(false)

  const mayDiscard = () => confirm(DISCARD)
  const discard = async () => {
    if (!(await mayDiscard())) return
    discarded.current = true
    onOpenChange(false)
  }

  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next) return onOpenChange(true)
    if (isAsking()) return details.cancel()
    if (!guardUnsaved) return onOpenChange(false)
    details.cancel()
    void discard()
  }

  return (
    <Base.Root open={open} onOpenChange={change}>
      {open && guardUnsaved && <LeaveGuard isConfirmed={() => discarded.current} mayLeave={mayDiscard} />}
      <Base.Portal>
        <Base.Backdrop forceRender data-scrim className={overlay.backdrop} />
        <Base.Viewport className={overlay.viewport}>
          <Base.Popup
            ref={popup}
            data-modal
            className={cx(overlay.popup, widths[size], steady && overlay.steady)}
            initialFocus={(by) => {
              const field = props.initialFocus?.current ?? firstField(popup.current)
              const isTouched = by === 'touch' || isTouchScreen()
              return (isTouched ? null : field) ?? popup.current ?? true
            }}
          >
            <header className="shrink-0 border-b border-hairline py-3 pr-3 pl-5">
              <div className="flex items-start gap-3 max-[23rem]:gap-1">
                <Base.Title className="min-w-0 flex-1 py-1.5 text-lead font-semibold touch:py-2.5">
                  {title}
                </Base.Title>
                {props.headerActions}
                <Base.Close render={<PlainIconButton label="Close" icon={<X aria-hidden="true" />} />} />
              </div>
              {description && (
                <Base.Description className="-mt-1 pr-2 pb-1.5 text-meta text-muted touch:mt-0">
                  {description}
                </Base.Description>
              )}
            </header>
            {props.children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The scrolling part. */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={cx('flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-5', className)}
    />
  )
}

/** Actions, the primary one last. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cx(overlay.footer, className)} />
}

/** Wraps DialogBody and DialogFooter, so that Enter submits. */
export function DialogForm({ className, ...props }: ComponentProps<'form'>) {
  return <form noValidate {...props} className={cx('flex min-h-0 flex-1 flex-col', className)} />
}

/** "Cancel": closes like Esc, including the guard for unsaved input. */
export function DialogClose({ children = 'Cancel' }: { children?: ReactNode }) {
  return <Base.Close render={<Button />}>{children}</Base.Close>
}

function firstField(popup: HTMLElement | null) {
  return popup?.querySelector<HTMLElement>('input:enabled, textarea:enabled, [role="combobox"]:enabled')
}
