import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'

/** Next to the buttons: what was decided on has changed. */
export function OutdatedNotice({ message }: { message: string }) {
  const sentence = useRef<HTMLDivElement>(null)

  // The dialog is gone, so focus moves here.
  useEffect(() => sentence.current?.focus(), [])

  return (
    <div ref={sentence} tabIndex={-1} className="scroll-my-4">
      <Alert live tone="warning" title={message} />
    </div>
  )
}
