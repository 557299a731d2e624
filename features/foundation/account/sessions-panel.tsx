import { useQuery } from '@tanstack/react-query'
import { formatInstant, formatInstantDate } from '#core/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './client.ts'
import type { AccountSession } from './contract.ts'

/** The freelancer's sessions. */
export function SessionsPanel() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  return (
    <Panel
      title="Sessions"
      description="Where you are signed in."
      actions={sessions && sessions.length > 1 && <EndOthers />}
      flush
    >
      {!sessions && !isError && (
        <Loading>
          <Skeleton className="m-5 h-16" />
        </Loading>
      )}
      {!sessions && isError && (
        <div className="flex flex-wrap items-center gap-3 p-5">
          <p className="text-muted">Your sessions could not be loaded.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {sessions && (
        <ul aria-label="Sessions">
          {currentFirst(sessions).map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const currentFirst = (sessions: AccountSession[]) =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current))

function SessionItem({ session }: { session: AccountSession }) {
  const end = useEndSession()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline px-5 py-3 first:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {session.device} {session.current && <Badge tone="green">This session</Badge>}
        </p>
        <p className="text-meta text-muted">
          Last used {formatInstant(session.last_used_at)} · signed in {formatInstantDate(session.created_at)}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`End session: ${session.device}`}
          pending={end.isPending}
          onClick={() => end.mutate(session)}
        >
          End session
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const confirm = useConfirm()
  const end = useEndOtherSessions()
  const ask = async () => {
    const sure = await confirm({
      title: 'End all other sessions?',
      consequences: 'You will be signed out everywhere else.',
      confirmLabel: 'End all others',
    })
    if (sure) end.mutate()
  }
  return (
    <Button size="sm" pending={end.isPending} onClick={ask}>
      End all others
    </Button>
  )
}
