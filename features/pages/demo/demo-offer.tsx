import { isDemoOffered } from '#web/data/demo-offered.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenDemo } from './client.ts'

/** Below the first steps of a new account. */
export function DemoOffer() {
  const { mutate, variables, isPending, isSuccess } = useOpenDemo()
  if (!isDemoOffered()) return null
  const isOpening = isPending || isSuccess
  const button = (label: string, withTour: boolean) => (
    <Button
      size="sm"
      pending={isOpening && variables?.withTour === withTour}
      disabled={isOpening && variables?.withTour !== withTour}
      onClick={() => mutate({ withTour })}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline px-5 py-3">
      <p className="text-muted">Or look around first, in a studio with a year of work in it.</p>
      <div className="flex flex-wrap gap-2">
        {button('Take the two-minute tour', true)}
        {button('Open the demo', false)}
      </div>
    </div>
  )
}
