import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatWholeMoney } from '#core/format.ts'
import type { Plan } from '#features/foundation/subscription/contract.ts'
import { featuresOf, PLAN_CURRENCY } from '#features/foundation/subscription/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

type PlanCardProps = {
  plan: Plan
  popular: boolean
  /** "Your plan", "Your trial" */
  mark: string | null
  action: ReactNode
}

export function PlanCard({ plan, popular, mark, action }: PlanCardProps) {
  return (
    <section
      aria-labelledby={`plan-${plan.id}`}
      className={cx(
        'flex flex-col rounded-lg border bg-surface p-6 md:max-lg:p-4',
        popular ? 'border-accent' : 'border-hairline',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 id={`plan-${plan.id}`} className="text-heading font-semibold">
          {plan.name}
        </h2>
        {popular && <Badge tone="green">Most Popular</Badge>}
        {mark && !popular && <Badge tone="grey">{mark}</Badge>}
      </div>
      <p className="mt-1 text-muted">{plan.description}</p>
      <p className="mt-5 flex items-baseline gap-1">
        <span className="text-[2.25rem] leading-none font-semibold tracking-tight tabular-nums">
          {formatWholeMoney(plan.price_monthly, PLAN_CURRENCY)}
        </span>
        <span className="text-muted">/month</span>
      </p>
      <div className="mt-6">{action}</div>
      <ul className="mt-6 flex flex-col gap-2.5 border-t border-hairline pt-6">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="icon mt-0.5 text-accent-ink" />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  )
}
