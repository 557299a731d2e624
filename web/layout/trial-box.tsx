import { useId } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'

export function TrialBox({ daysLeft }: { daysLeft: number }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded border border-hairline bg-surface p-3">
      <h2 id={heading} className="text-meta font-semibold">
        Trial Ending Soon
      </h2>
      <p className="mt-0.5 mb-3 text-meta text-muted">
        {daysLeft === 1 ? '1 day left' : `${daysLeft} days left`}
      </p>
      <ButtonLink to="/pricing" size="sm" className="w-full">
        Upgrade Now
      </ButtonLink>
    </section>
  )
}
