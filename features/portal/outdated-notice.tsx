import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'

/** Beside the buttons: what was decided on is no longer what is there. */
export function OutdatedNotice({ message }: { message: string }) {
  const sentence = useRef<HTMLDivElement>(null)

  // The dialog in which it was decided is gone, so the keyboard and the eye go on here.
  useEffect(() => sentence.current?.focus(), [])

  return (
    <div ref={sentence} tabIndex={-1} className="scroll-my-4">
      <Alert live tone="warning" title={message} />
    </div>
  )
}
