import { type ComponentType, useEffect, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

type Fetch<Module> = () => Promise<Module>
type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/**
 * A part of a screen that is not there at first, such as a dialog. Its code is fetched when the screen has come and the
 * browser rests, as soon as somebody presses anything, since that may open it, or when the part is shown; with
 * `open={false}` it is not:
 * `const NewClientDialog = lazyDialog(() => import('#web/client-dialog.tsx'), 'NewClientDialog')`.
 */
export function lazyDialog<Module, Name extends keyof Module>(
  fetchModule: Fetch<Module>,
  name: Name,
): ComponentType<PropsOf<Module[Name]> & object> {
  type Part = ComponentType<PropsOf<Module[Name]> & object>
  let fetched: Part | undefined
  const fetchPart = async (): Promise<Part> => {
    fetched = (await fetchModule())[name] as Part
    return fetched
  }
  const fetchAhead = () => {
    waiting.delete(fetchAhead)
    if (!fetched) fetchPart().catch(() => undefined)
  }
  waiting.add(fetchAhead)
  whenIdle(fetchAhead, FIRST_SECOND)

  return function Later(props) {
    const [Part, setPart] = useState(() => fetched)
    const wanted = !('open' in props) || props.open === true
    useEffect(() => {
      if (Part || !wanted) return
      fetchPart().then(
        (part) => setPart(() => part),
        (error) =>
          setPart(() => {
            throw error
          }),
      )
    }, [Part, wanted])
    if (Part) return <Part {...props} />
    return wanted ? <PendingDialog /> : null
  }
}

/** What has not been fetched ahead yet. */
const waiting = new Set<() => void>()

function fetchAllAhead(): void {
  for (const fetchAhead of waiting) fetchAhead()
}
addEventListener('pointerdown', fetchAllAhead, { capture: true, passive: true })
addEventListener('keydown', fetchAllAhead, { capture: true, passive: true })

/** Somebody pressed, and waits: it is seen that it was heard, unless it comes at once anyway. */
function PendingDialog() {
  return (
    <div className="late fixed inset-x-0 bottom-6 z-50 flex justify-center">
      <Spinner className="popup px-4 py-3" />
    </div>
  )
}

/** What a screen shows first comes first. */
const FIRST_SECOND = 1000
const PATIENCE = 2000

/** Once the browser rests; without a connection, once there is one. */
export function whenIdle(work: () => void, atLeastAfter = 0): void {
  setTimeout(() => {
    if (!navigator.onLine) addEventListener('online', work, { once: true })
    else if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: PATIENCE })
    else work()
  }, atLeastAfter)
}
