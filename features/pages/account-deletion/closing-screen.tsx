import { dateIn } from '#core/calendar.ts'
import { formatLongDate } from '#core/format.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { SessionsPanel } from '#features/foundation/account/sessions-panel.tsx'
import { useSignOut } from '#features/foundation/sign-in/client.ts'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCancelDeletion } from './client.ts'

type ClosingScreenProps = { user: User; deleteAt: Date }

/** The only screen of an account that is about to be deleted. Sessions can be ended here, since any of them can keep the account. */
export function ClosingScreen({ user, deleteAt }: ClosingScreenProps) {
  const signOut = useSignOut()
  const keep = useCancelDeletion()
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-6">
      <title>Account closed · Daybook</title>
      <Wordmark className="text-heading" />
      <div>
        <h1 className="font-serif text-display-sm tracking-tight text-balance">
          This account will be deleted on {formatLongDate(dateIn(user.time_zone, deleteAt))}.
        </h1>
        <p className="mt-3 text-lead wrap-anywhere text-muted">
          You requested this as {user.email}. Until then nothing is deleted, and you can still keep it. A paid
          plan that has ended does not restart on its own.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
        <Button onClick={signOut}>Sign Out</Button>
      </div>
      <SessionsPanel />
    </main>
  )
}
