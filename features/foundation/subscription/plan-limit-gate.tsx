import { type ReactNode, useState } from 'react'
import type { usePlanLimit } from './client.ts'

type PlanLimitGateProps = {
  planLimit: Pick<ReturnType<typeof usePlanLimit>, 'canCreate'>
  children: ReactNode
}

/** Decided once: reaching the limit, in this tab or another, does not close an open form. */
export function PlanLimitGate({ planLimit, children }: PlanLimitGateProps) {
  const [open, setOpen] = useState(planLimit.canCreate)
  if (!open && planLimit.canCreate) setOpen(true)
  return open ? children : null
}
