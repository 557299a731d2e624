import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dateIn } from '#core/calendar.ts'
import { countOf, formatInstant, formatTime } from '#core/format.ts'
import { useSession, useTimeZone, useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { unsentExpenses, unsentReceipts } from '#features/work/expenses/client.ts'
import { RefusedExpenses } from '#features/work/expenses/unsent-expenses.tsx'
import { unsentTime } from '#features/work/time-entries/client.ts'
import { keepLastKnown, useKnownSince } from '#web/data/last-known.ts'
import { NewVersionBar } from '#web/layout/new-version-bar.tsx'
import { useConnected } from '#web/offline/connection.ts'
import { registerServiceWorker } from '#web/offline/new-version.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeBar } from '#web/ui/notice-bar.tsx'

/** Above every page: what to know about the connection and the version. */
export function Notices() {
  const session = useSession()
  useEffect(() => void registerServiceWorker(), [])
  return (
    <>
      <NewVersionBar />
      {session.status === 'signed-in' && <ConnectionNotices account={session.user.id} />}
    </>
  )
}

function ConnectionNotices({ account }: { account: User['id'] }) {
  const queryClient = useQueryClient()
  const isConnected = useConnected()
  const unsent = unsentTime.useUnsent(account)
  const waiting = [
    [unsent, 'time entry', 'time entries'] as const,
    [unsentExpenses.useUnsent(account), 'expense', 'expenses'] as const,
    [unsentReceipts.useUnsent(account), 'receipt', 'receipts'] as const,
  ].flatMap(([all, one, several]) => {
    const count = all.filter(({ refusal }) => refusal === null).length
    return count === 0 ? [] : [countOf(count, `${one} waits`, `${several} wait`)]
  })
  useEffect(() => keepLastKnown(queryClient, account), [queryClient, account])
  useEffect(() => {
    const ends = [unsentTime, unsentExpenses, unsentReceipts].map((box) => box.follow(queryClient))
    return () => {
      for (const end of ends) end()
    }
  }, [queryClient])
  return (
    <>
      <NoticeBar label="Connection">
        {(!isConnected || waiting.length > 0) && (
          <p className="min-w-0 flex-1">
            {!isConnected && <LastKnown />}
            {waiting.length > 0 && <> {waiting.join(', ')} for the connection.</>}
          </p>
        )}
      </NoticeBar>
      <RefusedExpenses account={account} />
      {unsent.map(
        ({ key, what, refusal }) =>
          refusal !== null && (
            <NoticeBar key={key} label="Not saved">
              <p className="min-w-0 flex-1">
                {what} was not saved. {refusal}
              </p>
              <Button size="sm" onClick={() => unsentTime.tryAgain(queryClient, key)}>
                Try again
              </Button>
              <Button size="sm" variant="ghost" onClick={() => unsentTime.discard(key)}>
                Discard
              </Button>
            </NoticeBar>
          ),
      )}
    </>
  )
}

function LastKnown() {
  const since = useKnownSince()
  const timeZone = useTimeZone()
  const today = useToday()
  if (since === undefined) return <>You are offline.</>
  const instant = new Date(since)
  const text = dateIn(timeZone, instant) === today ? formatTime(instant, timeZone) : formatInstant(instant)
  return <>You are offline. This is what Daybook last knew, from {text}.</>
}
