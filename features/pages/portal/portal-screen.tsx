import { useQuery } from '@tanstack/react-query'
import { FileText, FolderOpen, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { formatInstantLongDate } from '#core/format.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Instant } from '#web/ui/instant.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { overviewQuery, usePortalInvoices, usePortalProjects } from './client.ts'
import type { PortalOverview } from './contract/portal.ts'
import { Failure } from './failure.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { ProjectCard } from './project-card.tsx'
import { RevisedInvoices } from './revised-invoices.tsx'
import { WaitingForYou } from './waiting.tsx'

export function PortalScreen() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(overviewQuery(token))

  if (data) return <Home token={token} overview={data} />
  if (error) {
    return (
      <Failure
        icon={<LockKeyhole />}
        title="Access Denied"
        text="Failed to load client portal"
        hint="Please try again in a moment."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  return (
    <div className="flex justify-center py-28">
      <title>Client portal</title>
      <h1 className="sr-only">Client portal</h1>
      <Spinner text="Loading your project portal..." />
    </div>
  )
}

function Home({ token, overview }: { token: string; overview: PortalOverview }) {
  const { client, visitor, access, business, invoices_being_revised: revised } = overview
  const projects = usePortalProjects(token)
  const invoices = usePortalInvoices(token)
  const invoicesCount = overview.invoices_count + revised.length
  const hasInvoicesOnly = overview.projects_count === 0 && invoicesCount > 0
  const [tab, setTab] = useTabLink(hasInvoicesOnly ? ['invoices', 'projects'] : ['projects', 'invoices'])

  return (
    <>
      <title>{`${client.name} · ${business.name}`}</title>
      <header className="mb-6 md:mb-8">
        <h1
          tabIndex={-1}
          className="font-serif text-title font-semibold tracking-tight text-balance wrap-anywhere md:text-display-sm"
        >
          Welcome, <bdi>{visitor.name}</bdi>
        </h1>
        <p className="mt-1.5 text-meta text-muted">
          Access expires: <Instant at={access.expires_at} format={formatInstantLongDate} />
        </p>
      </header>
      <div className="mb-8 flex flex-col gap-4 empty:hidden">
        <WaitingForYou token={token} waiting={overview.waiting} business={business.name} />
        <Accounts accounts={overview.accounts} />
      </div>
      <Tabs
        label="Your work"
        isInAddress
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'projects',
            label: 'Projects',
            count: projects.failed ? 0 : overview.projects_count,
            unread: overview.unread.filter(({ project_id }) => project_id !== null).length,
            content: (
              <Cards
                list={projects}
                empty={
                  <EmptyState
                    icon={<FolderOpen />}
                    title="No projects yet"
                    text={`Projects that ${business.name} is working on for you appear here.`}
                  />
                }
                card={(project) => <ProjectCard key={project.id} token={token} project={project} />}
              />
            ),
          },
          {
            value: 'invoices',
            label: 'Invoices',
            count: invoices.failed ? revised.length : invoicesCount,
            unread: overview.unread.filter(({ invoice_id }) => invoice_id !== null).length,
            content: (
              <>
                <RevisedInvoices invoices={revised} business={business.name} />
                <Cards
                  list={invoices}
                  empty={
                    revised.length === 0 && (
                      <EmptyState
                        icon={<FileText />}
                        title="No invoices yet"
                        text={`Invoices that ${business.name} sends you appear here.`}
                      />
                    )
                  }
                  card={(invoice) => <InvoiceCard key={invoice.id} token={token} invoice={invoice} />}
                />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

interface CardsProps<Item> {
  list: { items: Item[] | undefined; hasMore: boolean; loadMore(): void; loadingMore: boolean }
  empty: ReactNode
  card(item: Item): ReactNode
}

function Cards<Item>({ list, empty, card }: CardsProps<Item>) {
  if (!list.items) {
    return (
      <Loading>
        <div className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      </Loading>
    )
  }
  if (list.items.length === 0) return empty
  return (
    <>
      <ul className="grid items-stretch gap-4 md:grid-cols-2">{list.items.map(card)}</ul>
      {list.hasMore && (
        <div className="mt-6 flex justify-center">
          <Button onClick={list.loadMore} pending={list.loadingMore}>
            Show More
          </Button>
        </div>
      )}
    </>
  )
}
