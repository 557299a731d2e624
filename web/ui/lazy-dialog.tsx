import { type ComponentType, useEffect, useState } from 'react'
import { checkConnection, isConnected, onConnection, useConnected } from '#web/offline/connection.ts'
import { preload } from './preload.ts'
import { Spinner } from './spinner.tsx'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props & object : never

/**
 * A dialog whose code is not part of its screen. It is preloaded, or loaded when the dialog first opens, but not
 * while `open={false}`: `const NewClientDialog = lazyDialog(() => import('./client-dialog.tsx'), 'NewClientDialog')`.
 *
 * A rare one is not preloaded, since hardly anybody opens it.
 *
 * It does without `React.lazy`, which would keep the spinner for at least 300 ms.
 */
export function lazyDialog<Module, Name extends keyof Module>(
  loadModule: () => Promise<Module>,
  name: Name,
  { isRare = false } = {},
): ComponentType<PropsOf<Module[Name]>> {
  type Dialog = ComponentType<PropsOf<Module[Name]>>
  let Loaded: Dialog | undefined
  const load = async () => {
    Loaded = (await loadModule())[name] as Dialog
  }
  if (!isRare) preload(load)

  return function LazyDialog(props) {
    const [Shown, setShown] = useState<Dialog>()
    const [failure, setFailure] = useState<unknown>()
    if (failure) throw failure
    const isOnline = useConnected()
    const opens = !Shown && isOpen(props)
    if (opens && Loaded) setShown(() => Loaded)
    useEffect(() => {
      if (!opens) return
      const open = () =>
        load().then(
          () => setShown(() => Loaded),
          async (error) => {
            await checkConnection()
            if (isConnected()) setFailure(error)
          },
        )
      void open()
      // Again when the connection is back: what the screen shows must not be lost for a dialog.
      return onConnection((isBack) => isBack && open())
    }, [opens])
    return Shown ? <Shown {...props} /> : opens && <PendingDialog isOnline={isOnline} />
  }
}

const isOpen = (props: object): boolean => !('open' in props) || props.open === true

/** Shows that a press was registered, unless the dialog opens at once. */
function PendingDialog({ isOnline }: { isOnline: boolean }) {
  return (
    <div className="late fixed inset-x-0 bottom-[calc(var(--bottom-bars)+1.5rem)] z-50 flex justify-center">
      <Spinner
        className="popup px-4 py-3"
        {...(!isOnline && { text: 'You are offline. It opens when the connection is back.' })}
      />
    </div>
  )
}
