import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#core/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { usageQuery, usePlan } from './client.ts'
import type { Plan, Usage } from './contract.ts'
import { type Limited, limitOf, UNLIMITED, usageTone, usedOf } from './rules.ts'

const BARS: [kind: Limited, label: string][] = [
  ['clients', 'Clients'],
  ['projects', 'Projects'],
  ['invoices', 'Invoices this month'],
]

export function UsageThisMonth() {
  const { plan } = usePlan()
  const { data: usage, isPending } = useQuery(usageQuery)
  return (
    <Panel title="Usage This Month">
      {plan && usage ? (
        <div className="flex flex-col gap-5">
          {BARS.map(([kind, label]) => (
            <Bar key={kind} kind={kind} label={label} plan={plan} usage={usage} />
          ))}
        </div>
      ) : (
        isPending && (
          <Loading>
            <Skeleton className="h-34" />
          </Loading>
        )
      )}
    </Panel>
  )
}

type BarProps = { kind: Limited; label: string; plan: Plan; usage: Usage }

function Bar({ kind, label, plan, usage }: BarProps) {
  const limit = limitOf(plan, kind)
  const used = usedOf(usage, kind)
  return (
    <ProgressBar
      label={label}
      value={used}
      max={limit}
      valueText={`${formatCount(used)} / ${limit === UNLIMITED ? '∞' : formatCount(limit)}`}
      tone={usageTone(limit, used)}
    />
  )
}
