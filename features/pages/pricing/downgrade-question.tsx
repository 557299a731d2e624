import { useQueryClient } from '@tanstack/react-query'
import { formatInstantLongDate } from '#core/format.ts'
import { subscriptionQuery, usageQuery } from '#features/foundation/subscription/client.ts'
import type { Plan } from '#features/foundation/subscription/contract.ts'
import { lossesOf } from '#features/foundation/subscription/rules.ts'
import type { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'

/** The question to ask before buying a smaller plan than the current one. Null if nothing is lost. */
export function useDowngradeQuestion(plan: Plan): () => Promise<ConfirmQuestion | null> {
  const queryClient = useQueryClient()
  return async () => {
    const current = queryClient.getQueryData(subscriptionQuery.queryKey)
    if (!current?.plan || lossesOf(current.plan, plan, undefined).length === 0) return null
    const before = current.plan
    const usage = await queryClient.fetchQuery({ ...usageQuery, staleTime: 0 }).catch(() => undefined)
    const { status, trial_ends_at } = current.subscription
    const trying = status === 'trial' || current.billing_starts_at !== null
    return {
      title: `Choose ${plan.name}?`,
      consequences: (
        <DowngradeLosses
          plan={plan}
          losses={lossesOf(before, plan, usage)}
          from={trying ? trial_ends_at : null}
        />
      ),
      confirmLabel: `Choose ${plan.name}`,
      tone: 'primary',
    }
  }
}

type DowngradeLossesProps = {
  plan: Plan
  losses: string[]
  /** The end of the trial, when the plan changes. Null if it changes at once. */
  from: Date | null
}

function DowngradeLosses({ plan, losses, from }: DowngradeLossesProps) {
  return (
    <>
      <p>
        {from
          ? `Your Professional trial continues until ${formatInstantLongDate(from)}. From then on, ${plan.name} includes less than you have now:`
          : `${plan.name} includes less than you have now, as soon as you confirm:`}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p className="mt-2">Nothing is deleted.</p>
    </>
  )
}
