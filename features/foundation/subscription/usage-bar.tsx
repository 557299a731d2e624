import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { usePlanLimit } from './client.ts'
import { PlanUnknown } from './plan-unknown.tsx'

/** The use of the plan: amber above 80 percent, red at the limit, hidden without a limit. */
export function UsageBar({
  label,
  planLimit,
}: {
  label: string
  planLimit: ReturnType<typeof usePlanLimit>
}) {
  const { limit, used, unknown } = planLimit
  if (unknown) return <PlanUnknown />
  if (limit === undefined || used === undefined) return null
  const full = used >= limit
  const tone = full ? 'red' : used > limit * 0.8 ? 'yellow' : 'green'
  return (
    <Card className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3 p-4">
      <ProgressBar
        className="min-w-48 flex-1"
        label={label}
        value={used}
        max={limit}
        valueText={`${used} / ${limit}`}
        tone={tone}
      />
      {full && (
        <div className="flex items-center gap-4">
          <span className="font-medium text-red-ink">Limit reached</span>
          <ButtonLink to="/pricing" size="sm">
            Upgrade
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
