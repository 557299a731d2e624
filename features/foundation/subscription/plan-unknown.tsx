import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useReloadPlan } from './client.ts'

/** Explains why nothing can be added while the plan could not be loaded. */
export function PlanUnknown() {
  const { reload, reloading } = useReloadPlan()
  return (
    <Alert
      tone="warning"
      className="mb-6"
      title="Your plan could not be loaded"
      action={
        <Button pending={reloading} onClick={reload}>
          Try again
        </Button>
      }
    >
      Until then you cannot add anything here. What you already have is not affected.
    </Alert>
  )
}
