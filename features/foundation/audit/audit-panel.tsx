import { formatInstant } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useAudit } from './client.ts'
import { auditLabel, auditSource } from './rules.ts'

/** The account's audit trail, newest first. */
export function AuditPanel() {
  const { events, failed, retry, hasMore, loadMore, loadingMore } = useAudit()
  return (
    <Panel title="Activity log" description="Sign-ins, exports and portal links. It cannot be edited." flush>
      {!events && !failed && (
        <Loading>
          <Skeleton className="m-5 h-24" />
        </Loading>
      )}
      {!events && failed && (
        <div className="flex flex-wrap items-center gap-3 p-5">
          <p className="text-muted">The activity log could not be loaded.</p>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {events && (
        <ul aria-label="Activity log">
          {events.map((event) => (
            <li
              key={event.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t border-hairline px-5 py-3 first:border-0"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere">{auditLabel(event)}</p>
                <p className="text-meta wrap-anywhere text-muted">{auditSource(event)}</p>
              </div>
              <time dateTime={event.created_at.toISOString()} className="text-meta text-faint">
                {formatInstant(event.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {events && hasMore && (
        <div className="flex justify-center border-t border-hairline p-4">
          <Button pending={loadingMore} onClick={loadMore}>
            Show older
          </Button>
        </div>
      )}
    </Panel>
  )
}
