import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type DisclosureProps = {
  label: string
  /** Opens it, such as when a field inside has an error. */
  revealed?: boolean
  onOpen?(): void
  children: ReactNode
}

const FAULTY = '[aria-invalid="true"]'

/** Folds away rarely needed content. */
export function Disclosure({ label, revealed = false, onOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const wasRevealed = useRef(revealed)

  // A fault inside could not get focus while it was folded away.
  useEffect(() => {
    if (revealed && !wasRevealed.current && !document.activeElement?.matches(FAULTY))
      details.current?.querySelector<HTMLElement>(FAULTY)?.focus()
    wasRevealed.current = revealed
  }, [revealed])

  return (
    <details
      ref={details}
      open={open || revealed}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
        if (event.currentTarget.open) onOpen?.()
      }}
      className="group"
    >
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-xs py-1 text-meta font-medium text-muted hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="icon transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}
