import { CloudOff } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Retries a failed load; from `useList` and `failureOf`. */
export interface Failure {
  retry(): void
}

type LoadFailedProps = Failure & {
  /** The name of the missing data: "Your clients". */
  what: string
}

/** Replaces a list that could not be loaded, so that it does not look empty. */
export function LoadFailed({ what, retry }: LoadFailedProps) {
  return (
    <div role="status">
      <EmptyState
        icon={<CloudOff />}
        title={`${what} could not be loaded`}
        text="Please check your connection and try again."
        action={<Button onClick={retry}>Try again</Button>}
      />
    </div>
  )
}
