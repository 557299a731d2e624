import { useQuery } from '@tanstack/react-query'
import { PackageOpen, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { portalAccessQuery } from '#features/engagement/portal-access/client.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { failureOf } from '#web/data/list.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { deliverablesQuery, useReorderDeliverables } from './client.ts'
import type { Deliverable } from './contract.ts'
import { DeliverableRow } from './deliverable-row.tsx'
import type { RenderComments } from './version-history.tsx'

const EditDeliverableDialog = lazyDialog(() => import('./deliverable-dialog.tsx'), 'EditDeliverableDialog')
const NewDeliverableDialog = lazyDialog(() => import('./deliverable-dialog.tsx'), 'NewDeliverableDialog')

type DeliverablesTabProps = { project: Project; renderComments: RenderComments }

/** The results of a project that the client sees and decides on. */
export function DeliverablesTab({ project, renderComments }: DeliverablesTabProps) {
  const query = useQuery(deliverablesQuery(project.id))
  const { data: deliverables } = query
  const failure = failureOf(query)
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const { mutate } = useReorderDeliverables(project.id)
  const reorder = useCallback(
    (ids: number[]) => isNewOrder(deliverables, ids) && mutate(ids),
    [deliverables, mutate],
  )
  const edited = dialog?.mode === 'edit' && deliverables?.find(({ id }) => id === dialog.id)
  const waiting = deliverables?.some(({ status }) => status === 'submitted') ?? false

  return (
    <>
      {failure && <LoadFailed what="The deliverables" {...failure} />}
      {!failure && deliverables === undefined && <DeliverablesLoading />}
      {deliverables?.length === 0 && (
        <EmptyState
          icon={<PackageOpen />}
          title="No deliverables yet"
          text="A deliverable is a piece of work, such as a file or a link, that your client approves in the portal or asks you to change."
          action={
            <Button variant="primary" onClick={openNew}>
              Add Deliverable
            </Button>
          }
        />
      )}
      {deliverables && deliverables.length > 0 && (
        <>
          <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <Progress deliverables={deliverables} />
            <Button variant="primary" onClick={openNew} className="max-md:w-full">
              <Plus aria-hidden /> Add Deliverable
            </Button>
          </div>
          {project.invoice_on_approval !== 'off' && (
            <p className="mb-4 text-meta text-muted">
              {ON_APPROVAL[project.invoice_on_approval]}{' '}
              <TextLink to={`/projects/${project.id}?edit=${project.id}`}>Change</TextLink>
            </p>
          )}
          {waiting && project.client_id !== null && (
            <WithoutLink clientId={project.client_id} clientName={project.client_name ?? ''} />
          )}
          {project.client_id === null && (
            <p className="mb-4 text-meta text-muted">
              This project has no client to submit deliverables to.{' '}
              <TextLink to={`/projects/${project.id}?edit=${project.id}`}>Choose a client</TextLink>
            </p>
          )}
          <Card className="overflow-hidden">
            <SortableList
              label="Deliverables"
              className="-mb-px"
              items={deliverables}
              itemKey={({ id }) => id}
              itemLabel={({ title }) => title}
              onReorder={reorder}
              renderItem={(deliverable, sorting) => (
                <DeliverableRow
                  deliverable={deliverable}
                  clientName={project.client_id === null ? null : (project.client_name ?? 'Your client')}
                  billPath={billPath({ client: project.client_id, project: project.id })}
                  sorting={sorting}
                  onEdit={() => openEdit(deliverable.id)}
                  renderComments={renderComments}
                />
              )}
            />
          </Card>
        </>
      )}
      {dialog?.mode === 'new' && <NewDeliverableDialog project={project} onClose={close} />}
      {edited && (
        <EditDeliverableDialog key={edited.id} project={project} deliverable={edited} onClose={close} />
      )}
    </>
  )
}

const ON_APPROVAL = {
  draft: 'When your client approves a deliverable with a fee, Daybook makes the invoice as a draft.',
  sent: 'When your client approves a deliverable with a fee, Daybook makes the invoice and sends it.',
}

const isNewOrder = (deliverables: Deliverable[] | undefined, ids: number[]) =>
  deliverables?.some(({ id }, index) => id !== ids[index])

/** A deliverable awaits a decision, but the client has no working link. */
function WithoutLink({ clientId, clientName }: { clientId: number; clientName: string }) {
  const { data: links } = useQuery(portalAccessQuery(clientId))
  const { openPortal } = useDialogLink()
  if (!links || links.some(({ status }) => status === 'active')) return null
  return (
    <Alert
      tone="warning"
      className="mb-4"
      title={`${clientName} has no working portal link`}
      action={<Button onClick={() => openPortal(clientId)}>Portal access</Button>}
    >
      Create one and send it to your client, so that they can see what you submitted and decide on it.
    </Alert>
  )
}

function Progress({ deliverables }: { deliverables: Deliverable[] }) {
  const approved = deliverables.filter(({ status }) => status === 'approved').length
  return (
    <ProgressBar
      className="w-full max-w-sm"
      label="Approved"
      value={approved}
      max={deliverables.length}
      valueText={`${approved} / ${deliverables.length}`}
      tone="green"
    />
  )
}

function DeliverablesLoading() {
  return (
    <Loading>
      <Skeleton className="mb-4 h-9 w-full max-w-sm" />
      <Skeleton className="h-48" />
    </Loading>
  )
}
