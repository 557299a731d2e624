import { type ComponentType, lazy, Suspense, useState } from 'react'
import { preload } from './preload.ts'
import { Spinner } from './spinner.tsx'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props & object : never

/**
 * A dialog whose code is not part of its screen. It is preloaded, or loaded when the dialog first opens, but not
 * while `open={false}`: `const NewClientDialog = lazyDialog(() => import('./client-dialog.tsx'), 'NewClientDialog')`.
 */
export function lazyDialog<Module, Name extends keyof Module>(
  loadModule: () => Promise<Module>,
  name: Name,
): ComponentType<PropsOf<Module[Name]>> {
  type Dialog = ComponentType<PropsOf<Module[Name]>>
  let Loaded: Dialog | undefined
  const load = async () => {
    Loaded = (await loadModule())[name] as Dialog
    return { default: Loaded }
  }
  const Lazy: Dialog = lazy(load)
  preload(load)

  return function LazyDialog(props) {
    // A loaded dialog is shown at once: React.lazy would show the spinner first, if only for a moment.
    const [Shown, setShown] = useState<Dialog>()
    if (!Shown && isOpen(props)) setShown(() => Loaded ?? Lazy)
    return (
      Shown && (
        <Suspense fallback={<PendingDialog />}>
          <Shown {...props} />
        </Suspense>
      )
    )
  }
}

const isOpen = (props: object): boolean => !('open' in props) || props.open === true

/** Shows that a press was registered, unless the dialog opens at once. */
function PendingDialog() {
  return (
    <div className="late fixed inset-x-0 bottom-6 z-50 flex justify-center">
      <Spinner className="popup px-4 py-3" />
    </div>
  )
}
