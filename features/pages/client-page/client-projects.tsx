import { FolderKanban } from 'lucide-react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useProjectsOfClient } from '#features/engagement/projects/client.ts'
import { ProjectList } from '#features/pages/project-page/project-list.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const EditProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/project-dialog.tsx'),
  'EditProjectDialog',
)

export function ClientProjects({ client }: { client: Client }) {
  const { items, searching, failure, ...paging } = useProjectsOfClient(client.id)
  const { dialog, openEdit, close } = useDialogLink()
  return (
    <>
      {(items === undefined || searching) && (
        <Loading>
          <Skeleton className="h-50" />
        </Loading>
      )}
      {failure && <LoadFailed what="The projects of this client" {...failure} />}
      {!failure && !searching && items?.length === 0 && (
        <EmptyState
          icon={<FolderKanban />}
          title="No projects yet"
          text="Projects for this client appear here."
          action={<ButtonLink to={`/projects?new&client=${client.id}`}>New Project</ButtonLink>}
        />
      )}
      {!searching && items && items.length > 0 && (
        <ProjectList projects={items} ofClient onEdit={openEdit} {...paging} />
      )}
      {dialog?.mode === 'edit' && (
        <EditProjectDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
}
