import { X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '#core/format.ts'
import type { DaysInAddress } from './client.ts'

/** The days that the list is filtered by, with a link to all days. */
export function ChosenDays({ from, to }: DaysInAddress) {
  const q = useSearchParams()[0].get('q')
  if (!from && !to) return null
  return (
    <p className="flex items-center gap-1 rounded bg-sunken pl-2.5 text-meta font-medium">
      {describeDays(from, to)}
      <Link
        to={{ search: q ? new URLSearchParams({ q }).toString() : '' }}
        aria-label="Show all days"
        preventScrollReset
        className="flex size-8 items-center justify-center rounded text-faint hover:text-ink touch:size-11"
      >
        <X aria-hidden="true" className="icon-sm" />
      </Link>
    </p>
  )
}

function describeDays(from: string | undefined, to: string | undefined): string {
  if (from && to) return `${formatDate(from)} – ${formatDate(to)}`
  return from ? `From ${formatDate(from)}` : `Until ${formatDate(to ?? '')}`
}
