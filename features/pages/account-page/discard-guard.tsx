import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { useConfirm } from '#web/ui/confirm.tsx'

/** Asks before unsaved input is lost by a stray click or a closed tab. */
export function DiscardGuard({ active }: { active: boolean }) {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && placeOf(currentLocation) !== placeOf(nextLocation),
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: 'Discard your changes?',
      consequences: 'They have not been saved yet.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
    }).then((sure) => (sure ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])

  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])

  return null
}

/** Sections of a page have the same place. */
const placeOf = ({ pathname, search }: Location): string => pathname + search
