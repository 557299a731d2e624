import { type ReactNode, useState } from 'react'
import type { usePlanLimit } from './client.ts'

type PlanLimitGateProps = {
  planLimit: Pick<ReturnType<typeof usePlanLimit>, 'canCreate'>
  children: ReactNode
}

/** Decided once: the last one that a plan has planLimit for, in this tab or another, does not shut a form that is open. */
export function PlanLimitGate({ planLimit, children }: PlanLimitGateProps) {
  const [open, setOpen] = useState(planLimit.canCreate)
  if (!open && planLimit.canCreate) setOpen(true)
  return open ? children : null
}
