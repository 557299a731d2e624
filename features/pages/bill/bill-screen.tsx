import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '#core/format.ts'
import { WorkFilter } from '#core/schemas.ts'
import { unbilledQuery } from '#features/billing/billable-work/client.ts'
import { type GroupBy, MAX_UNBILLED } from '#features/billing/billable-work/contract.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { failureOf } from '#web/data/list.ts'
import { useFilterLink } from '#web/navigation/filter-link.ts'
import { Alert } from '#web/ui/alert.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { BillSheet } from './bill-sheet.tsx'
import { ClientChoice } from './client-choice.tsx'
import { GroupByChoice } from './group-by-choice.tsx'
import { PeriodLinks } from './period-links.tsx'
import { clientsOf, clientToBill, isPreviewStep } from './rules/choices.ts'
import { UnbilledTotal } from './unbilled-total.tsx'

/** Turns unbilled work into the draft of an invoice: left what is unbilled, right the invoice as the client will see it. */
export function BillScreen() {
  const { filter, values, searchFor, setFilter } = useFilterLink(WorkFilter)
  const [search] = useSearchParams()
  const isPreview = isPreviewStep(search)
  const today = useToday()
  const query = useQuery(unbilledQuery(filter))
  const failure = failureOf(query)
  const [groupBy, setGroupBy] = useState<GroupBy>('description')
  const clients = query.data && clientsOf(query.data)
  const client = clients && clientToBill(clients)
  const period = { from: values.from, to: values.to }
  const isNarrowed = period.from !== undefined || period.to !== undefined
  const hasNothing = clients?.length === 0 && !isNarrowed

  return (
    <>
      <PageHeader
        title={client ? `Bill ${client.name}` : 'Bill'}
        back={<WayBack clientId={values.client_id} projectId={values.project_id} />}
        description={
          client
            ? 'Everything that is ticked goes on the invoice.'
            : hasNothing
              ? 'Turn unbilled work into an invoice.'
              : 'Choose whose work you want to bill. An invoice has one client.'
        }
      />
      {failure && <LoadFailed what="Unbilled work" {...failure} />}
      {!failure && !clients && <SheetLoading />}
      {query.data && clients && (
        <>
          {!hasNothing && (
            <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <div className={cx(client && isPreview && 'max-lg:hidden')}>
                <PeriodLinks
                  period={period}
                  today={today}
                  onChange={({ from, to }) => setFilter({ from, to })}
                />
              </div>
              {client && (
                <div className={cx(!isPreview && 'max-lg:hidden')}>
                  <GroupByChoice value={groupBy} onChange={setGroupBy} />
                </div>
              )}
            </div>
          )}
          <div
            aria-busy={query.isPlaceholderData}
            className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
          >
            {clients.length === 0 && (
              <NothingUnbilled
                isNarrowed={isNarrowed}
                all={searchFor({ from: undefined, to: undefined })}
                projectId={values.project_id}
              />
            )}
            {clients.length > 0 && (
              <div className={cx(client && isPreview && 'max-lg:hidden')}>
                <UnbilledTotal filter={filter} />
              </div>
            )}
            {clients.length > 0 && !client && <ClientChoice clients={clients} searchFor={searchFor} />}
            {query.data.truncated && (
              <Alert
                tone="info"
                className="mb-4"
                title={`The oldest ${formatCount(MAX_UNBILLED)} items are shown`}
              >
                Choose a period to see others, or bill these first.
              </Alert>
            )}
            {client && (
              <BillSheet
                key={client.id}
                client={client}
                groupBy={groupBy}
                reload={async () => clientToBill(clientsOf((await query.refetch()).data ?? query.data))}
              />
            )}
          </div>
        </>
      )}
    </>
  )
}

type WayBackProps = { clientId: string | undefined; projectId: string | undefined }

function WayBack({ clientId, projectId }: WayBackProps) {
  if (projectId) return <BackLink to={`/projects/${projectId}`}>Project</BackLink>
  if (clientId) return <BackLink to={`/clients/${clientId}`}>Client</BackLink>
  return <BackLink to="/invoices">Invoices</BackLink>
}

type NothingUnbilledProps = { isNarrowed: boolean; all: string; projectId: string | undefined }

function NothingUnbilled({ isNarrowed, all, projectId }: NothingUnbilledProps) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<HandCoins />}
        title="Nothing unbilled in this period"
        text="There may be unbilled work of other days."
        action={<ButtonLink to={{ search: all }}>Show all days</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      icon={<HandCoins />}
      title="Nothing to bill"
      text="Billable time and expenses, approved deliverables and completed milestones with a fee appear here until they are on an invoice."
      action={
        <ButtonLink
          to={projectId ? `/projects/${projectId}?tab=time&new` : '/time-tracking?new'}
          variant="primary"
        >
          Log Time
        </ButtonLink>
      }
    />
  )
}

function SheetLoading() {
  return (
    <Loading>
      <Skeleton className="mb-5 h-9 w-72 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96 max-lg:hidden" />
      </div>
    </Loading>
  )
}
