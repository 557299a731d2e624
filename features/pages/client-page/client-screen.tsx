import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Eraser, UserX } from 'lucide-react'
import { lazy } from 'react'
import { useNavigate, useParams } from 'react-router'
import { yearOf } from '#core/calendar.ts'
import { formatInstant, formatMoney } from '#core/format.ts'
import { clientQuery, useDeleteClient, useRestoreClient } from '#features/engagement/clients/client.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { deletionQuestion, erasureConsequences } from '#features/engagement/clients/rules.ts'
import { useUnread } from '#features/engagement/notifications/client.ts'
import { Look } from '#features/engagement/notifications/look.tsx'
import { ViewAsClient } from '#features/engagement/portal-access/view-as-client.tsx'
import { useToday } from '#features/foundation/account/client.ts'
import { MoneyStrip } from '#features/pages/money/money-strip.tsx'
import { MonthFigure } from '#features/pages/money/month-forecast.tsx'
import { invoicesOf } from '#features/pages/money/rules.ts'
import { BillLink, RecordActions } from '#features/pages/record-page/record-actions.tsx'
import { RecordFailed, RecordLoading, RecordNotFound } from '#features/pages/record-page/record-states.tsx'
import { billPath } from '#features/work/billing-status/rules.ts'
import { ApiError } from '#web/data/api-error.ts'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { Failure } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { HasColumnBeside, useMedia } from '#web/ui/use-wide.ts'
import { clientOverviewQuery, useEraseClient } from './client.ts'
import { ClientActivity } from './client-activity.tsx'
import { ClientDetails } from './client-details.tsx'
import { ClientInvoices } from './client-invoices.tsx'
import { ClientOverviewTab } from './client-overview.tsx'
import { ClientProjects } from './client-projects.tsx'
import { ClientTime } from './client-time.tsx'
import type { ClientOverview } from './contract.ts'

const EditClientDialog = lazyDialog(
  () => import('#features/engagement/clients/client-dialog.tsx'),
  'EditClientDialog',
)
const ClientExpenses = lazy(async () => ({
  default: (await import('./client-expenses.tsx')).ClientExpenses,
}))
const ClientNextSteps = lazy(async () => ({
  default: (await import('./client-next-steps.tsx')).ClientNextSteps,
}))
const PortalAccessDialog = lazyDialog(
  () => import('#features/engagement/clients/portal-access-dialog.tsx'),
  'PortalAccessDialog',
)

const KIND = { noun: 'Client', list: { path: '/clients', name: 'Clients' } } as const
const TABS = ['overview', 'projects', 'invoices', 'time', 'expenses', 'activity'] as const

/** Everything about one client: what is owed, projects, invoices, time, expenses and what happened. */
export function ClientScreen() {
  const id = Number(useParams().id)
  const client = useQuery({ ...clientQuery(id), ...live })
  const overview = useQuery(clientOverviewQuery(id))
  if (client.data) {
    return (
      <ClientPage
        key={id}
        client={client.data}
        overview={overview.data}
        isAwaited={client.data.has_history && overview.isPending && overview.failureCount === 0}
        failure={failureOf(overview)}
      />
    )
  }
  if (client.error instanceof ApiError && client.error.status < 500)
    return <RecordNotFound {...KIND} icon={<UserX />} />
  const failure = failureOf(client)
  if (failure) return <RecordFailed {...KIND} failure={failure} />
  return (
    <RecordLoading {...KIND}>
      <Skeleton className="mb-6 h-24" />
      <Skeleton className="mb-5 h-10" />
      <Skeleton className="h-64" />
    </RecordLoading>
  )
}

type ClientPageProps = {
  client: Client
  overview: ClientOverview | undefined
  /** Nothing is shown until it is known whether there is money to show, so that nothing moves. */
  isAwaited: boolean
  /** The failure of the overview. */
  failure: Failure | undefined
}

function ClientPage({ client, overview, isAwaited, failure }: ClientPageProps) {
  const [tab, setTab] = useTabLink(TABS)
  const { dialog, close } = useDialogLink()
  const { id } = client
  const isPhone = useMedia('(width < 48rem)')
  const unread = useUnread().filter(({ client_id }) => client_id === id)
  const ofProjects = unread.filter(({ invoice_id }) => invoice_id === null)
  const ofInvoices = unread.filter(({ invoice_id }) => invoice_id !== null)
  const isNew = !client.has_history || (overview && !hasWork(overview))
  const money = !isNew && <ClientMoney client={client} overview={overview} failure={failure} />
  return (
    <>
      <PageHeader
        title={client.name}
        back={<BackLink to={client.archived ? '/clients?status=archived' : '/clients'}>Clients</BackLink>}
        description={<Summary client={client} overview={overview} />}
        actions={
          client.archived ? (
            <ArchivedActions client={client} />
          ) : (
            <Actions client={client} overview={overview} />
          )
        }
      />
      {money && !isPhone && <div className={cx('mb-6', isAwaited && 'invisible')}>{money}</div>}
      <div
        className={cx(
          'grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]',
          isAwaited && 'invisible',
        )}
      >
        <div className="min-w-0">
          <HasColumnBeside value={true}>
            <Tabs
              label={client.name}
              value={tab}
              onValueChange={setTab}
              tabs={[
                {
                  value: 'overview',
                  label: 'Overview',
                  content: isNew ? (
                    <ClientNextSteps client={client} hasProject={(overview?.projects_count ?? 0) > 0} />
                  ) : (
                    <ClientOverviewTab client={client} overview={overview} failure={failure}>
                      {/* A phone shows the amounts in this tab alone, so that the others begin in sight. */}
                      {isPhone && money}
                    </ClientOverviewTab>
                  ),
                },
                {
                  value: 'projects',
                  label: 'Projects',
                  count: overview?.projects_count || undefined,
                  unread: ofProjects.length,
                  content: <ClientProjects client={client} />,
                },
                {
                  value: 'invoices',
                  label: 'Invoices',
                  count: overview?.invoices_count || undefined,
                  unread: ofInvoices.length,
                  content: (
                    <>
                      <Look at={ofInvoices} />
                      <ClientInvoices client={client} />
                    </>
                  ),
                },
                { value: 'time', label: 'Time', content: <ClientTime client={client} /> },
                { value: 'expenses', label: 'Expenses', content: <ClientExpenses client={client} /> },
                { value: 'activity', label: 'Activity', content: <ClientActivity client={client} /> },
              ]}
            />
          </HasColumnBeside>
        </div>
        <ClientDetails client={client} className={tab === 'overview' ? '' : 'max-lg:hidden'} />
      </div>
      {tab === 'overview' && dialog?.mode === 'edit' && (
        <EditClientDialog id={id} known={[client]} onClose={close} />
      )}
      {dialog?.mode === 'portal' && <PortalAccessDialog clientId={id} known={client} onClose={close} />}
    </>
  )
}

/** Something that was billed, or can be. */
const hasWork = ({ invoices_count, unbilled }: ClientOverview): boolean =>
  invoices_count > 0 || unbilled.count > 0

function ClientMoney({ client: { id }, overview, failure }: Omit<ClientPageProps, 'isAwaited'>) {
  const today = useToday()
  return (
    <MoneyStrip
      filter={{ client_id: id }}
      unbilledPath={{ search: '', hash: 'unbilled' }}
      listPath={(status) => ({ search: `tab=invoices&status=${status}` })}
    >
      <MonthFigure
        label="Paid this year"
        to={invoicesOf({ client_id: id }, { paid_from: yearOf(today).first, paid_to: today })}
        value={overview && formatMoney(overview.paid_this_year.amount, overview.home_currency)}
        failed={failure !== undefined}
      />
      {overview && overview.credit.count > 0 && (
        <MonthFigure
          label="Credit"
          value={formatMoney(overview.credit.amount, overview.home_currency)}
          failed={false}
        />
      )}
    </MoneyStrip>
  )
}

function Summary({ client, overview }: { client: Client; overview: ClientOverview | undefined }) {
  const { company, email, phone, archived, erased } = client
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {archived && <Badge>{erased ? 'Erased' : 'Archived'}</Badge>}
      {company && <span className="wrap-anywhere">{company}</span>}
      {email && (
        <a href={`mailto:${email}`} className="touch-target rounded-xs wrap-anywhere hover:text-ink">
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`} className="touch-target rounded-xs hover:text-ink">
          {phone}
        </a>
      )}
      {overview && !archived && <span>{portalStatus(overview)}</span>}
    </span>
  )
}

function portalStatus({ portal: { status, last_seen_at } }: ClientOverview): string {
  if (status === null) return 'No portal link yet'
  const state = { active: 'Portal open', expired: 'Portal link expired', revoked: 'Portal link revoked' }[
    status
  ]
  return `${state}, ${last_seen_at ? `last visit ${formatInstant(last_seen_at)}` : 'never visited'}`
}

function Actions({ client, overview }: Pick<ClientPageProps, 'client' | 'overview'>) {
  const navigate = useNavigate()
  const deletion = useDeleteClient()
  return (
    <RecordActions
      record={client}
      clientId={client.id}
      view={<ViewAsClient clientId={client.id} />}
      bill={
        <BillLink
          to={billPath({ client: client.id })}
          isNext={overview !== undefined && overview.unbilled.count > 0}
        />
      }
      deletion={deletionQuestion(client)}
      onDelete={() =>
        deletion.mutate(client, {
          onSuccess: ({ outcome }) => outcome === 'removed' && void navigate('/clients'),
        })
      }
    />
  )
}

function ArchivedActions({ client }: { client: Client }) {
  const confirm = useConfirm()
  const restoring = useRestoreClient()
  const erasure = useEraseClient(client.id)
  if (client.erased) return null

  const askAndErase = async () => {
    const sure = await confirm({
      title: `Erase ${client.name} for good?`,
      consequences: erasureConsequences,
      confirmLabel: 'Erase',
    })
    if (sure) erasure.mutate(client)
  }

  return (
    <>
      <Button variant="ghost" pending={erasure.isPending} onClick={askAndErase}>
        <Eraser aria-hidden /> Erase
      </Button>
      <Button pending={restoring.isPending} onClick={() => restoring.mutate(client)}>
        <ArchiveRestore aria-hidden /> Restore
      </Button>
    </>
  )
}
