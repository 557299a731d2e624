import { useQuery } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatDate } from '#core/format.ts'
import { useUnread } from '#features/engagement/notifications/client.ts'
import { Look } from '#features/engagement/notifications/look.tsx'
import { ViewAsClient } from '#features/engagement/portal-access/view-as-client.tsx'
import { useDeleteProject, useProject } from '#features/engagement/projects/client.ts'
import type { Project, ProjectDetail } from '#features/engagement/projects/contract.ts'
import { deletionQuestion, priceText } from '#features/engagement/projects/rules.ts'
import { StatusBadge } from '#features/engagement/projects/status-badge.tsx'
import { moneyQuery } from '#features/pages/money/client.ts'
import { BillLink, RecordActions } from '#features/pages/record-page/record-actions.tsx'
import { RecordFailed, RecordLoading, RecordNotFound } from '#features/pages/record-page/record-states.tsx'
import { billPath } from '#features/work/billing-status/rules.ts'
import { NO_DRAFT } from '#features/work/comments/client.ts'
import { useProjectOnPage } from '#features/work/timer/page-project.tsx'
import { ApiError } from '#web/data/api-error.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ProjectOverview } from './project-overview.tsx'

const VersionComments = lazy(async () => ({
  default: (await import('#features/work/comments/version-comments.tsx')).VersionComments,
}))
const DeliverablesTab = lazy(async () => ({
  default: (await import('#features/work/deliverables/deliverables-tab.tsx')).DeliverablesTab,
}))
const ApprovalProblems = lazy(async () => ({
  default: (await import('#features/billing/invoice-on-approval/approval-problems.tsx')).ApprovalProblems,
}))
const MilestonesTab = lazy(async () => ({
  default: (await import('#features/work/milestones/milestones-tab.tsx')).MilestonesTab,
}))
const CommentsTab = lazy(async () => ({
  default: (await import('#features/work/comments/comments-tab.tsx')).CommentsTab,
}))
const ProjectInvoices = lazy(async () => ({
  default: (await import('./project-invoices.tsx')).ProjectInvoices,
}))
const ProjectExpenses = lazy(async () => ({
  default: (await import('./project-expenses.tsx')).ProjectExpenses,
}))
const ProjectNextSteps = lazy(async () => ({
  default: (await import('./project-next-steps.tsx')).ProjectNextSteps,
}))
const ProjectTime = lazy(async () => ({ default: (await import('./project-time.tsx')).ProjectTime }))
const PortalAccessDialog = lazyDialog(
  () => import('#features/engagement/clients/portal-access-dialog.tsx'),
  'PortalAccessDialog',
)
const EditProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/project-dialog.tsx'),
  'EditProjectDialog',
)

const KIND = { noun: 'Project', list: { path: '/projects', name: 'Projects' } } as const
const TABS = ['overview', 'milestones', 'deliverables', 'comments', 'time', 'expenses', 'invoices'] as const

/** Everything about one project: its plan, deliverables, comments, time, expenses and invoices. */
export function ProjectScreen() {
  const id = Number(useParams().id)
  const { project, detail, error, failure } = useProject(id)
  if (project) return <ProjectPage key={id} project={project} detail={detail} />
  if (error instanceof ApiError && error.status < 500) return <RecordNotFound {...KIND} icon={<FolderX />} />
  if (failure) return <RecordFailed {...KIND} failure={failure} />
  return (
    <RecordLoading {...KIND}>
      <Skeleton className="mb-5 h-10" />
      <Skeleton className="h-64" />
    </RecordLoading>
  )
}

function ProjectPage({ project, detail }: { project: Project; detail: ProjectDetail | undefined }) {
  const [tab, setTab] = useTabLink(TABS)
  const [draft, setDraft] = useState(NO_DRAFT)
  const { dialog, close } = useDialogLink()
  const { id } = project
  useProjectOnPage(project.status === 'cancelled' ? null : project)
  const unread = useUnread().filter(({ project_id }) => project_id === id)
  const ofDeliverables = unread.filter(({ deliverable_id }) => deliverable_id !== null)
  const ofComments = unread.filter(({ comment_id }) => comment_id !== null)
  const ofInvoices = unread.filter(({ invoice_id }) => invoice_id !== null)

  return (
    <>
      <PageHeader
        title={project.name}
        back={<BackLink to="/projects">Projects</BackLink>}
        description={<Summary project={project} />}
        actions={<Actions project={project} leads={tab === 'overview'} />}
      />
      <Tabs
        label={project.name}
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <Overview project={project} detail={detail} />,
          },
          {
            value: 'milestones',
            label: 'Milestones',
            count: detail?.milestones_total || undefined,
            content: <MilestonesTab project={project} />,
          },
          {
            value: 'deliverables',
            label: 'Deliverables',
            count: detail?.deliverables_total || undefined,
            unread: ofDeliverables.length,
            content: (
              <>
                <ApprovalProblems filter={{ project_id: id }} className="mb-4" />
                <Look at={ofDeliverables} />
                <DeliverablesTab
                  project={project}
                  renderComments={(version) => (
                    <VersionComments key={version.version} projectId={id} {...version} />
                  )}
                />
              </>
            ),
          },
          {
            value: 'comments',
            label: 'Comments',
            count: detail?.comments_total || undefined,
            unread: ofComments.length,
            content: (
              <>
                <Look at={ofComments} />
                <CommentsTab projectId={id} draft={draft} onDraftChange={setDraft} />
              </>
            ),
          },
          { value: 'time', label: 'Time', content: <ProjectTime project={project} /> },
          {
            value: 'expenses',
            label: 'Expenses',
            count: detail?.expenses_count || undefined,
            content: <ProjectExpenses project={project} />,
          },
          {
            value: 'invoices',
            label: 'Invoices',
            count: detail?.invoices_count || undefined,
            unread: ofInvoices.length,
            content: (
              <>
                <Look at={ofInvoices} />
                <ProjectInvoices project={project} />
              </>
            ),
          },
        ]}
      />
      {tab === 'overview' && dialog?.mode === 'edit' && (
        <EditProjectDialog id={id} known={[project]} onClose={close} />
      )}
      {dialog?.mode === 'portal' && (
        <PortalAccessDialog key={dialog.id} clientId={dialog.id} known={undefined} onClose={close} />
      )}
    </>
  )
}

type ActionsProps = {
  project: Project
  /** True where no other action is the main one of the screen. */
  leads: boolean
}

function Actions({ project, leads }: ActionsProps) {
  const { id, client_id, status, billing } = project
  const { data: money } = useQuery({
    ...moneyQuery({ project_id: id }),
    enabled: leads && project.has_history,
  })
  const navigate = useNavigate()
  const deletion = useDeleteProject()
  return (
    <RecordActions
      record={project}
      clientId={client_id}
      view={
        client_id !== null && status !== 'cancelled' && <ViewAsClient clientId={client_id} projectId={id} />
      }
      bill={
        client_id !== null &&
        billing !== 'none' && (
          <BillLink
            to={billPath({ client: client_id, project: id })}
            isNext={leads && money !== undefined && money.unbilled.count > 0}
          />
        )
      }
      deletion={deletionQuestion(project)}
      onDelete={() =>
        deletion.mutate(project, {
          onSuccess: ({ outcome }) => outcome === 'removed' && void navigate('/projects'),
        })
      }
    />
  )
}

function Overview({ project, detail }: { project: Project; detail: ProjectDetail | undefined }) {
  if (project.has_history) return <ProjectOverview project={project} detail={detail} />
  if (!detail) return <OverviewLoading />
  return detail.milestones_total + detail.deliverables_total > 0 ? (
    <ProjectOverview project={project} detail={detail} />
  ) : (
    <ProjectNextSteps project={project} />
  )
}

function OverviewLoading() {
  return (
    <Loading>
      <Skeleton className="h-64" />
    </Loading>
  )
}

function Summary({ project }: { project: Project }) {
  const price = priceText(project)
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <StatusBadge status={project.status} />
      {project.client_id === null ? (
        <span>No client</span>
      ) : (
        <Link
          to={`/clients/${project.client_id}`}
          className="touch-target rounded-xs wrap-anywhere hover:text-ink"
        >
          {project.client_name}
        </Link>
      )}
      {(project.start_date || project.end_date) && <span>{datesOf(project)}</span>}
      {price && <span>{price}</span>}
    </span>
  )
}

function datesOf({ start_date, end_date }: Project): string {
  if (start_date && end_date) return `${formatDate(start_date)} – ${formatDate(end_date)}`
  if (start_date) return `From ${formatDate(start_date)}`
  return end_date ? `Due ${formatDate(end_date)}` : ''
}
