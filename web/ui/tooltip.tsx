import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

const explanations = Base.createHandle<ReactNode>()

/** One tooltip shared by all that have one, so that a row of a long list renders only its buttons. */
export function SharedTooltip() {
  return (
    <Base.Root handle={explanations}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner aria-hidden="true" side="top" sideOffset={6} className="z-50">
            <Base.Popup className="max-w-64 rounded-sm bg-ink px-2 py-1 text-micro font-medium text-paper transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              {payload}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  )
}

/** A short explanation of one focusable element. Never the only place where something is said. */
export const Tooltip = ({ text, children }: { text: ReactNode; children: ReactElement }) => (
  <Base.Trigger handle={explanations} payload={text} render={children} />
)
