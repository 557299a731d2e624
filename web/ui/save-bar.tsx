import { useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'

type SaveBarProps = {
  /** True if something was changed; otherwise there is no bar. */
  isShown: boolean
  isSaving: boolean
  /** The unsaved parts: "Identity and Defaults". */
  what?: string
  /** The button, "Save" unless given. */
  label?: string
  /** Says more than the button shows: "Save payment details". */
  fullLabel?: string | undefined
  onDiscard(): void
}

/** The one place to save a long form. Stands at the end of the form and stays in sight while it is scrolled. */
export function SaveBar({ isShown, ...bar }: SaveBarProps) {
  return isShown || bar.isSaving ? <Bar {...bar} /> : null
}

function Bar({ isSaving, what, label = 'Save', fullLabel, onDiscard }: Omit<SaveBarProps, 'isShown'>) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = bar.current
    const form = shown?.closest('form')
    return () => {
      // The pressed button goes with the bar: the next Tab starts in the form, not at the top of the page.
      if (!form || !shown?.contains(document.activeElement)) return
      form.tabIndex = -1
      form.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={bar}
      aria-label="Unsaved changes"
      data-bottom-bar
      className="popup sticky bottom-[calc(var(--bottom-bars)+1rem)] z-20 short:static flex flex-wrap items-center gap-2 p-2 pl-4"
    >
      <p role="status" className="line-clamp-2 min-w-0 flex-1 text-meta text-muted">
        Unsaved changes{what && `: ${what}`}
      </p>
      <Button variant="ghost" disabled={isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="primary" type="submit" pending={isSaving} aria-label={fullLabel}>
        {label}
      </Button>
    </section>
  )
}
