import { type ReactNode, useState } from 'react'
import type { usePlanLimit } from './client.ts'

type PlanLimitGateProps = { room: Pick<ReturnType<typeof usePlanLimit>, 'canCreate'>; children: ReactNode }

/** Decided once: the last one that a plan has room for, in this tab or another, does not shut a form that is open. */
export function PlanLimitGate({ room, children }: PlanLimitGateProps) {
  const [open, setOpen] = useState(room.canCreate)
  if (!open && room.canCreate) setOpen(true)
  return open ? children : null
}
