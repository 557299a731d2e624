import { createPortal } from 'react-dom'
import { TimerPanel, TimerStrip } from './timer-bar.tsx'
import { TimerProvider } from './timer-provider.tsx'

/** The places for the timer in the app's frame: in the sidebar, and at the bottom edge of small screens. */
interface TimerFrameProps {
  panel: HTMLElement | null
  strip: HTMLElement | null
}

/** All of the timer, so that its code can be loaded after the page. */
export function TimerFrame({ panel, strip }: TimerFrameProps) {
  return (
    <TimerProvider>
      {panel && createPortal(<TimerPanel />, panel)}
      {strip && createPortal(<TimerStrip />, strip)}
    </TimerProvider>
  )
}
