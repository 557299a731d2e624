import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonStyle } from './button-style.ts'
import { ariaKeys } from './shortcuts.ts'
import { registerToastDisplay, type ToastAction, type ToastKind } from './toast.ts'
import { UndoStack } from './undo-stack.ts'

const icons = {
  success: <CircleCheck aria-hidden="true" className="icon mt-0.5 text-green-solid" />,
  error: <CircleAlert aria-hidden="true" className="icon mt-0.5 text-red-solid" />,
  warning: <TriangleAlert aria-hidden="true" className="icon mt-0.5 text-yellow-solid" />,
  info: <Info aria-hidden="true" className="icon mt-0.5 text-blue-solid" />,
}

interface ToastData {
  action: ToastAction | undefined
  content: ReactNode
}

/** Their place depends on what they must not cover: see `toast-place` in styles.css. */
export function Toasts() {
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toast-place fixed z-60 flex flex-col gap-2 outline-none md:flex-col-reverse print:hidden">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts, add, close } = Toast.useToastManager<ToastData>()
  const [undos] = useState(() => new UndoStack())
  useUndoKey(undos)

  useEffect(
    () =>
      registerToastDisplay({
        show: ({ id, kind, title, description, action, content, milliseconds }) =>
          add({
            id,
            type: kind,
            title,
            description,
            timeout: milliseconds,
            priority: kind === 'error' ? 'high' : 'low',
            data: {
              content,
              action:
                action &&
                undoable(
                  undos,
                  closing(action, () => close(id)),
                ),
            },
          }),
        close,
      }),
    [add, close, undos],
  )

  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['left', 'right']}
      className="translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded border border-hairline bg-raised text-ink shadow-pop transition-[opacity,translate] ease-out data-ending-style:opacity-0 data-limited:hidden max-md:not-first:hidden data-starting-style:-translate-y-3 md:data-starting-style:translate-y-3 data-starting-style:opacity-0 data-swiping:transition-none data-ending-style:data-[swipe-direction=left]:-translate-x-full data-ending-style:data-[swipe-direction=right]:translate-x-full"
    >
      <Toast.Content className="flex items-start gap-3 py-1 pr-1 pl-4 md:py-2.5 md:pr-2">
        <span className="py-1.5">{icons[(toast.type ?? 'info') as ToastKind]}</span>
        <div className="min-w-0 flex-1 py-1.5">
          <Toast.Title className="text-body font-medium" />
          <Toast.Description className="mt-0.5 text-meta text-muted" />
          {toast.data?.content}
        </div>
        {toast.data?.action && (
          <Toast.Action
            className={buttonStyle('secondary', 'sm')}
            aria-keyshortcuts={toast.data.action.isUndo && ariaKeys('undo')}
            onClick={toast.data.action.run}
          >
            {toast.data.action.label}
          </Toast.Action>
        )}
        {/* Base UI hides it from screen readers unless the toasts are expanded; these are never stacked. */}
        <Toast.Close
          aria-label="Dismiss"
          aria-hidden={false}
          className="flex size-8 items-center justify-center rounded text-faint transition-colors hover:bg-sunken hover:text-ink touch:size-11"
        >
          <X aria-hidden="true" className="icon" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

const undoable = (undos: UndoStack, action: ToastAction): ToastAction =>
  action.isUndo ? undos.add(action) : action

const closing = ({ run, ...action }: ToastAction, close: () => void): ToastAction => ({
  ...action,
  run: () => {
    close()
    run()
  },
})

const TYPING = 'input, textarea, select, [contenteditable]'

/** Ctrl+Z or ⌘Z undoes what was done last, except while typing, where it takes back what was typed. */
function useUndoKey(undos: UndoStack) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
      if (!isUndo || !undos.newest) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      event.preventDefault()
      undos.newest.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [undos])
}
