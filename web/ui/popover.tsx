import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type PopoverProps = {
  /** The accessible name. */
  label: string
  /** The element that opens it, usually a button. */
  trigger: ReactElement
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

/** A small form beside the button that opens it. */
export function Popover({ label, trigger, open, onOpenChange, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-40 outline-none">
          <Base.Popup aria-label={label} className="popup w-72 max-w-(--available-width) p-3 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
