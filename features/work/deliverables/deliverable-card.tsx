import { Pencil, Send, Trash2, Upload as UploadIcon } from 'lucide-react'
import { useRef } from 'react'
import { formatInstant, formatMoney } from '#core/format.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import { UploadProgress } from '#features/foundation/storage/upload-progress.tsx'
import { BilledBadge } from '#features/work/billing-status/billed-badge.tsx'
import { BilledMenuLink } from '#features/work/billing-status/billed-menu-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { Quote } from '#web/ui/quote.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import { useDeleteDeliverable, useStartUpload, useSubmitDeliverable, useUpload } from './client.ts'
import type { Deliverable } from './contract.ts'
import { DeliverableContent } from './deliverable-content.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type RenderComments, VersionHistory } from './version-history.tsx'

type DeliverableCardProps = {
  deliverable: Deliverable
  /** The deciding client. Null if the project has no client, in which case nothing can be submitted. */
  clientName: string | null
  sorting: Sorting
  onEdit(): void
  /** The comments on a submitted version. */
  renderComments: RenderComments
}

export function DeliverableCard({
  deliverable,
  clientName,
  sorting,
  onEdit,
  renderComments,
}: DeliverableCardProps) {
  const upload = useUpload(deliverable.id)
  const startUpload = useStartUpload(deliverable.project_id)
  const submitLabel = submitLabelFor(deliverable)
  const decision = deliverable.status === 'draft' ? null : deliverable.versions[0]?.decision
  const uploading = upload !== null && upload.error === null

  return (
    <Card className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 py-3 pr-2 pl-2 md:gap-x-3">
      {sorting.handle}
      <div className="flex min-w-0 flex-col gap-2.5 py-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-medium wrap-anywhere">{deliverable.title}</h2>
          <StatusBadge status={deliverable.status} />
          <span className="text-meta text-faint">{describeState(deliverable)}</span>
        </div>
        {deliverable.fee !== null && (
          <p className="flex flex-wrap items-center gap-2 text-meta text-muted tabular-nums">
            Fee {formatMoney(deliverable.fee, deliverable.currency)} <BilledBadge work={deliverable} />
          </p>
        )}
        {deliverable.description && (
          <p dir="auto" className="text-meta whitespace-pre-wrap wrap-anywhere text-muted">
            {deliverable.description}
          </p>
        )}
        <DeliverableContent {...deliverable} />
        {upload && (
          <UploadProgress upload={upload} onRetry={() => void startUpload(deliverable.id, upload.file)} />
        )}
        {decision && <CertificateLink decision={decision} />}
        {deliverable.status === 'rejected' && <Feedback deliverable={deliverable} />}
        {deliverable.status !== 'draft' && deliverable.status !== 'rejected' && deliverable.has_changes && (
          <p className="text-meta text-yellow-ink">
            Changed since version {deliverable.version}. Your client sees the changes once you submit them.
          </p>
        )}
        {!uploading && (
          <div className="flex flex-wrap items-center gap-2">
            {submitLabel && (
              <SubmitButton deliverable={deliverable} clientName={clientName} label={submitLabel} />
            )}
            <UploadButton
              label={deliverable.file ? 'Replace file' : 'Upload file'}
              isFirst={submitLabel === null}
              title={deliverable.title}
              onChoose={(file) => void startUpload(deliverable.id, file)}
            />
            {submitLabel && clientName === null && (
              <p className="text-meta text-muted">Choose a client for this project to submit it.</p>
            )}
          </div>
        )}
        {deliverable.versions
          .slice(0, 1)
          .map((version) => renderComments({ id: deliverable.id, ...version }))}
        <VersionHistory deliverable={deliverable} renderComments={renderComments} />
      </div>
      <DeliverableMenu deliverable={deliverable} sorting={sorting} onEdit={onEdit} />
    </Card>
  )
}

function submitLabelFor({ status, has_changes }: Deliverable): string | null {
  if (status === 'draft') return 'Submit for approval'
  if (status === 'rejected') return 'Resubmit'
  return has_changes ? 'Submit new version' : null
}

function describeState({ status, submitted_at, approved_at, version }: Deliverable): string {
  const which = version > 1 ? `Version ${version} · ` : ''
  if (status === 'approved' && approved_at) return `${which}${formatInstant(approved_at)}`
  if (status === 'submitted' && submitted_at) return `${which}${formatInstant(submitted_at)}`
  return status === 'draft' ? 'Your client does not see it yet' : which.replace(' · ', '')
}

function Feedback({ deliverable }: { deliverable: Deliverable }) {
  const who = deliverable.versions[0]?.decision?.client_name ?? 'Your client'
  return (
    <section className="rounded border border-red-solid/35 bg-red-soft px-4 py-3">
      <h3 className="text-meta font-medium text-red-ink">
        {who} requested changes
        {deliverable.rejected_at && <>, {formatInstant(deliverable.rejected_at)}</>}
      </h3>
      {deliverable.feedback ? (
        <Quote className="mt-1.5 border-red-solid/35">{deliverable.feedback}</Quote>
      ) : (
        <p className="mt-1 text-meta text-muted">No details were given.</p>
      )}
    </section>
  )
}

type SubmitButtonProps = { deliverable: Deliverable; clientName: string | null; label: string }

function SubmitButton({ deliverable, clientName, label }: SubmitButtonProps) {
  const confirm = useConfirm()
  const submission = useSubmitDeliverable(deliverable.project_id)

  const submit = async () => {
    const empty = !deliverable.file && !deliverable.link_url
    const sure =
      !empty ||
      (await confirm({
        title: 'Submit without a file or link?',
        consequences: `${clientName} will see only the title and the description.`,
        confirmLabel: 'Submit',
        tone: 'primary',
      }))
    if (sure) submission.mutate(deliverable)
  }

  return (
    <Button size="sm" disabled={clientName === null} pending={submission.isPending} onClick={submit}>
      <Send aria-hidden /> {label}
      <span className="sr-only">{deliverable.title}</span>
    </Button>
  )
}

type UploadButtonProps = { label: string; isFirst: boolean; title: string; onChoose(file: File): void }

function UploadButton({ label, isFirst, title, onChoose }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className={cx(isFirst && '-ml-2.5')}
        onClick={() => input.current?.click()}
      >
        <UploadIcon aria-hidden /> {label}
        <span className="sr-only">{title}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}: ${title}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

type DeliverableMenuProps = Pick<DeliverableCardProps, 'deliverable' | 'sorting' | 'onEdit'>

function DeliverableMenu({ deliverable, sorting, onEdit }: DeliverableMenuProps) {
  const deletion = useDeleteDeliverable(deliverable.project_id)
  const decided = deliverable.versions.some(({ decision }) => decision !== null)

  return (
    <ActionsMenu label={`Actions for ${deliverable.title}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      {sorting.menuItems}
      <MenuSeparator />
      {deliverable.invoice && <BilledMenuLink invoice={deliverable.invoice} />}
      {decided ? (
        <MenuItem icon={<Trash2 />} disabled>
          Cannot be deleted after a decision
        </MenuItem>
      ) : (
        <DeleteMenuItem
          what={deliverable.title}
          consequences={
            deliverable.version > 0
              ? 'It will be removed with its file and all versions, and your client will no longer see it.'
              : 'It will be removed with its file. Your client has not seen it.'
          }
          onDelete={() => deletion.mutate(deliverable)}
        />
      )}
    </ActionsMenu>
  )
}
