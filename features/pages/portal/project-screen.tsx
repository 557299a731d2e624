import { useQuery } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { type ElementType, lazy, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { formatDate } from '#core/format.ts'
import { StatusBadge } from '#features/engagement/projects/status-badge.tsx'
import { hasCode } from '#web/data/api-error.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { isRefused, overviewQuery, projectQuery, useUnread } from './client.ts'
import type { CommentsProps } from './comments.tsx'
import type { PortalProjectDetail } from './contract/projects.ts'
import type { DeliverablesProps } from './deliverables.tsx'
import { Failure, LinkClosed } from './failure.tsx'
import { BackLink, homePath } from './links.tsx'
import { Look } from './look.tsx'
import { ProjectOverview } from './project-overview.tsx'

const TABS = ['overview', 'deliverables', 'comments'] as const
type TabName = (typeof TABS)[number]

const loadComments = async () => (await import('./comments.tsx')).Comments
const loadDeliverables = async () => (await import('./deliverables.tsx')).Deliverables

let Comments: ElementType<CommentsProps> = lazy(async () => ({ default: await loadComments() }))
let Deliverables: ElementType<DeliverablesProps> = lazy(async () => ({ default: await loadDeliverables() }))

/** A server renders a page in one go, and a browser takes it over in one go: the code of its tab is loaded before. */
export async function loadShownTab(): Promise<void> {
  const shown: readonly (string | null)[] = import.meta.env.SSR
    ? TABS
    : [new URLSearchParams(location.search).get('tab')]
  if (shown.includes('comments')) Comments = await loadComments()
  if (shown.includes('deliverables')) Deliverables = await loadDeliverables()
}

export function ProjectScreen() {
  const { token = '', projectId = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(projectQuery(token, projectId))
  const refused = isRefused(error)

  if (hasCode(error, 'invalid_link')) return <LinkClosed error={error} />
  if (data && !refused) return <Detail key={projectId} token={token} project={data} />
  if (!error) return <DetailLoading />
  return (
    <Failure
      icon={<FolderX />}
      title="Project Not Found"
      text={refused ? 'The requested project could not be found' : 'Failed to load project'}
      onRetry={refused ? undefined : refetch}
      retrying={isFetching}
    >
      <ButtonLink to={homePath(token)}>Back to Portal</ButtonLink>
    </Failure>
  )
}

function Detail({ token, project }: { token: string; project: PortalProjectDetail }) {
  const { data: overview } = useQuery(overviewQuery(token))
  const [search, setSearch] = useSearchParams()
  const [draft, setDraft] = useState('')
  const asked = search.get('tab')
  const unread = useUnread(token).filter(({ project_id }) => project_id === project.id)
  const ofDeliverables = unread.filter(({ deliverable_id }) => deliverable_id !== null)
  const ofComments = unread.filter(({ comment_id }) => comment_id !== null)

  return (
    <>
      <title>{overview ? `${project.name} · ${overview.business.name}` : project.name}</title>
      <header className="mb-6">
        <BackLink to={homePath(token)} />
        <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h1
            tabIndex={-1}
            dir="auto"
            className="min-w-0 font-serif text-title font-semibold tracking-tight text-balance wrap-anywhere"
          >
            {project.name}
          </h1>
          <div className="pt-1.5">
            <StatusBadge status={project.status} />
          </div>
        </div>
        <ProjectDates project={project} />
        {project.description && (
          <p className="mt-4 max-w-2xl text-lead text-pretty wrap-anywhere whitespace-pre-line text-muted">
            {project.description}
          </p>
        )}
      </header>
      <Tabs<TabName>
        label="Project"
        isInAddress
        value={TABS.find((tab) => tab === asked) ?? 'overview'}
        onValueChange={(tab) =>
          setSearch(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true })
        }
        tabs={[
          { value: 'overview', label: 'Overview', content: <ProjectOverview project={project} /> },
          {
            value: 'deliverables',
            label: 'Deliverables',
            count: project.deliverables.length,
            unread: ofDeliverables.length,
            content: (
              <>
                <Look token={token} at={ofDeliverables} />
                <Deliverables token={token} projectId={project.id} deliverables={project.deliverables} />
              </>
            ),
          },
          {
            value: 'comments',
            label: 'Comments',
            count: project.comments_total,
            unread: ofComments.length,
            content: (
              <>
                <Look token={token} at={ofComments} />
                <Comments token={token} project={project} draft={draft} onDraftChange={setDraft} />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

function ProjectDates({ project: { start_date, end_date } }: { project: PortalProjectDetail }) {
  if (!start_date && !end_date) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 text-meta text-muted tabular-nums">
      {start_date && <span>Start: {formatDate(start_date)}</span>}
      {start_date && end_date && <span aria-hidden="true">·</span>}
      {end_date && <span>Due: {formatDate(end_date)}</span>}
    </p>
  )
}

function DetailLoading() {
  return (
    <Loading>
      <h1 className="sr-only">Project</h1>
      <Skeleton className="mt-11 h-9 w-3/5" />
      <Skeleton className="mt-3 h-5 w-2/5" />
      <Skeleton className="mt-8 h-11 w-full" />
      <Skeleton className="mt-5 h-40 w-full" />
    </Loading>
  )
}
