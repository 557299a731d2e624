import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { subscriptionQuery } from './client.ts'
import { PlanUnknown } from './plan-unknown.tsx'
import { canUse, type Feature, planThatUnlocks } from './rules.ts'

const TITLES: Record<Feature, string> = {
  advanced_reports: 'Advanced reports are not part of your plan',
  projects: 'Projects are not part of your plan',
}

type FeatureGateProps = {
  feature: Feature
  /** Shown until the plan is known. */
  loading?: ReactNode
  children: ReactNode
}

/** Shows its children if the plan has the feature, otherwise which plan has it. */
export function FeatureGate({ feature, loading = null, children }: FeatureGateProps) {
  const { data, errorUpdateCount } = useQuery(subscriptionQuery)
  if (!data) return errorUpdateCount > 0 ? <PlanUnknown /> : loading
  if (!data.plan) return <PlanUnknown />
  if (canUse(data.plan, feature)) return children
  const { name } = planThatUnlocks(feature)
  return (
    <Card className="mb-6">
      <EmptyState
        icon={<Lock />}
        title={TITLES[feature]}
        text={`Upgrade to the ${name} plan to use them.`}
        action={
          <ButtonLink to="/pricing" variant="primary">
            Upgrade to {name}
          </ButtonLink>
        }
      />
    </Card>
  )
}
