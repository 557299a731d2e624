import { ChevronRight } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatInstantDate, formatMoney } from '#core/format.ts'
import { UploadProgress } from '#features/foundation/storage/upload-progress.tsx'
import { BilledBadge } from '#features/work/billing-status/billed-badge.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Sorting } from '#web/ui/sorting.tsx'
import { useStartUpload, useUpload } from './client.ts'
import type { Deliverable } from './contract.ts'
import { DeliverableDetails } from './deliverable-details.tsx'
import { FileCell } from './deliverable-file.tsx'
import { DeliverableMenu } from './deliverable-menu.tsx'
import { MainAction } from './main-action.tsx'
import { StatusBadge } from './status-badge.tsx'
import type { RenderComments } from './version-history.tsx'

type DeliverableRowProps = {
  deliverable: Deliverable
  /** The deciding client. Null if the project has no client, in which case nothing can be submitted. */
  clientName: string | null
  /** Leads to the bill with the project's unbilled work. */
  billPath: string
  sorting: Sorting
  onEdit(): void
  /** The comments on a submitted version. */
  renderComments: RenderComments
}

/** One line on a wide screen, with the most likely next step; a press unfolds the rest. */
export function DeliverableRow(props: DeliverableRowProps) {
  const { deliverable, clientName, billPath, sorting, onEdit, renderComments } = props
  const { id, title, versions, file } = deliverable
  const detailsId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isPreviewing, setPreviewing] = useState(false)
  const upload = useUpload(id)
  const startUpload = useStartUpload(deliverable.project_id)
  const fileInput = useRef<HTMLInputElement>(null)
  const uploadLabel = file ? 'Replace file' : 'Upload file'
  const expands = { 'aria-expanded': isOpen, 'aria-controls': isOpen ? detailsId : undefined }

  return (
    <div className="border-b border-hairline bg-surface">
      <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 px-2 py-2 transition-colors hover:bg-sunken/60 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] md:gap-x-3 xl:min-h-14 xl:grid-cols-[auto_minmax(0,1fr)_9.5rem_4.5rem_minmax(11rem,0.6fr)_7rem_10.5rem_auto] xl:py-1.5">
        <span className="relative z-1 self-start xl:self-center">{sorting.handle}</span>
        <div className="min-w-0 max-xl:pt-1.5">
          <h2 className="font-medium">
            <button
              type="button"
              {...expands}
              onClick={() => setOpen(!isOpen)}
              className="flex max-w-full items-center gap-1.5 rounded-xs text-left wrap-anywhere after:absolute after:inset-0"
            >
              <ChevronRight
                aria-hidden
                className={cx('icon-sm shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
              />
              {title}
            </button>
          </h2>
          <p className="pl-5 text-meta text-faint max-sm:line-clamp-2 sm:truncate">
            {deliverable.status === 'rejected' && !isOpen ? (
              <Request deliverable={deliverable} />
            ) : (
              describeState(deliverable)
            )}
          </p>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-xl:col-start-2 max-xl:col-end-[-1] max-xl:row-start-2 max-xl:pl-5 xl:contents">
          <StatusBadge status={deliverable.status} />
          {versions.length > 0 ? (
            <button
              type="button"
              {...expands}
              onClick={() => setOpen(!isOpen)}
              className="relative w-fit rounded-xs text-meta text-muted hover:text-ink hover:underline touch:-my-1.5 touch:min-h-11"
            >
              {versions.length === 1 ? '1 version' : `${versions.length} versions`}
              <span className="sr-only"> of {title}</span>
            </button>
          ) : (
            <span className="max-xl:hidden" />
          )}
          <FileCell
            deliverable={deliverable}
            isPreviewing={isOpen && isPreviewing}
            onPreview={(next) => {
              setPreviewing(next)
              if (next) setOpen(true)
            }}
          />
          <p className="text-meta text-muted tabular-nums empty:max-xl:hidden xl:text-right">
            {deliverable.fee !== null && <>Fee {formatMoney(deliverable.fee, deliverable.currency)}</>}
          </p>
        </div>
        <div className="relative flex justify-end empty:hidden max-xl:self-start max-sm:col-start-2 max-sm:row-start-3 max-sm:justify-start max-sm:pl-5 xl:empty:block">
          <BilledBadge work={deliverable} />
          <MainAction deliverable={deliverable} clientName={clientName} billPath={billPath} />
        </div>
        <div className="relative max-xl:col-start-[-2] max-xl:row-start-1 max-xl:self-start">
          <DeliverableMenu
            deliverable={deliverable}
            sorting={sorting}
            uploadLabel={uploadLabel}
            onUpload={upload !== null && upload.error === null ? null : () => fileInput.current?.click()}
            onEdit={onEdit}
          />
        </div>
        <input
          ref={fileInput}
          type="file"
          hidden
          aria-label={`${uploadLabel}: ${title}`}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = ''
            if (chosen) void startUpload(id, chosen)
          }}
        />
      </div>
      {upload && (
        <div className="px-4 pb-3 md:pl-15">
          <UploadProgress upload={upload} onRetry={() => void startUpload(id, upload.file)} />
        </div>
      )}
      {isOpen && (
        <DeliverableDetails
          id={detailsId}
          deliverable={deliverable}
          isPreviewing={isPreviewing}
          renderComments={renderComments}
          onEdit={onEdit}
        />
      )}
    </div>
  )
}

function Request({ deliverable: { versions, feedback } }: { deliverable: Deliverable }) {
  const client = versions[0]?.decision?.client_name ?? 'Your client'
  if (!feedback) return <span className="text-red-ink">{client} requested changes</span>
  return (
    <>
      <span className="text-red-ink">{client}:</span>{' '}
      <q dir="auto" className="text-muted">
        {feedback}
      </q>
    </>
  )
}

function describeState(deliverable: Deliverable): string {
  const { status, submitted_at, approved_at, rejected_at, version, has_changes } = deliverable
  if (status === 'draft') return 'Your client does not see it yet'
  if (has_changes && status !== 'rejected') return `Changed since version ${version}`
  const decided = status === 'approved' ? approved_at : status === 'rejected' ? rejected_at : null
  const at = decided ?? submitted_at
  return at ? formatInstantDate(at) : ''
}
