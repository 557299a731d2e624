import { CloudOff } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** How to get what did not come; of `useList` and `failureOf`. */
export interface Failure {
  retry(): void
}

type LoadFailedProps = Failure & {
  /** What did not come: "Your clients". */
  what: string
}

/** In place of a list that could not be loaded, so that nobody takes it for an empty one. */
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
