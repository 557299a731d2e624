import { FolderKanban, Plus } from 'lucide-react'
import { useProjects } from '#features/engagement/projects/client.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { statusTitle } from '#features/engagement/projects/rules.ts'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { FeatureGate } from '#features/foundation/subscription/feature-gate.tsx'
import { UsageBar } from '#features/foundation/subscription/usage-bar.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useSearchLink } from '#web/navigation/search-link.ts'
import { useStatusLink } from '#web/navigation/status-link.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, nothingFound } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Loading, RowsLoading } from '#web/ui/skeleton.tsx'
import { StatusLinks } from '#web/ui/status-links.tsx'
import { SelectableProjects } from './selectable-projects.tsx'

const EditProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/project-dialog.tsx'),
  'EditProjectDialog',
)
const NewProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/project-dialog.tsx'),
  'NewProjectDialog',
)

export function ProjectsScreen() {
  const { search, setSearch, q } = useSearchLink()
  const status = useStatusLink(ProjectStatus.options)
  const narrowed = q !== '' || status !== undefined
  const { items, searching, failure, ...paging } = useProjects(q, status)
  const planLimit = usePlanLimit('projects')
  const { dialog, openNew, openEdit, close } = useDialogLink()

  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <Button variant="primary" onClick={openNew} disabled={planLimit.unknown}>
            <Plus aria-hidden /> New Project
          </Button>
        }
      />
      <FeatureGate feature="projects">
        <UsageBar label="Projects" planLimit={planLimit} />
      </FeatureGate>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <StatusLinks options={ProjectStatus.options} label={statusTitle} chosen={status} />
        <SearchBox
          className="w-64 max-md:w-full"
          placeholder="Search projects..."
          value={search}
          onValueChange={setSearch}
          searching={searching}
        />
      </div>
      {items === undefined && <ProjectsLoading />}
      {failure && <LoadFailed what="Your projects" {...failure} />}
      {!failure && items?.length === 0 && (
        <EmptyState
          icon={<FolderKanban />}
          title="No projects found"
          text={narrowed ? nothingFound(q) : 'Projects are what you log time on and send invoices for.'}
          action={
            !narrowed && (
              <Button onClick={openNew} disabled={planLimit.unknown}>
                New Project
              </Button>
            )
          }
        />
      )}
      {items && items.length > 0 && (
        // Another search or filter starts without a selection.
        <SelectableProjects
          key={JSON.stringify([q, status])}
          projects={items}
          onEdit={openEdit}
          {...paging}
        />
      )}
      {dialog?.mode === 'new' && <NewProjectDialog onClose={close} />}
      {dialog?.mode === 'edit' && (
        <EditProjectDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
}

function ProjectsLoading() {
  return (
    <Loading>
      <RowsLoading className="h-14 max-xl:h-52" />
    </Loading>
  )
}
