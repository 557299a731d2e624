import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

type LeaveGuardProps = {
  /** True once it is decided, so that the question is not asked again. */
  isConfirmed(): boolean
  mayLeave(): Promise<boolean>
}

/**
 * While mounted, Back, links and closing the tab ask first. Mount it only when needed: a router supports one blocker.
 */
export function LeaveGuard({ isConfirmed, mayLeave }: LeaveGuardProps) {
  const blocker = useBlocker(() => !isConfirmed())
  const ask = useRef(mayLeave)
  ask.current = mayLeave

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask.current().then((may) => (may ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])

  return null
}
