import { formatInstant } from '#core/format.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilePreview } from '#web/ui/file-preview.tsx'
import { Quote } from '#web/ui/quote.tsx'
import type { Deliverable } from './contract.ts'
import { type RenderComments, VersionHistory } from './version-history.tsx'

type DeliverableDetailsProps = {
  id: string
  deliverable: Deliverable
  isPreviewing: boolean
  renderComments: RenderComments
  onEdit(): void
}

/** Description, preview, decision, comments and versions. */
export function DeliverableDetails(props: DeliverableDetailsProps) {
  const { id, deliverable, isPreviewing, renderComments, onEdit } = props
  const { title, status, description, file, file_url, versions } = deliverable
  const decision = status === 'draft' ? null : versions[0]?.decision
  return (
    <section
      id={id}
      aria-label={`Details of ${title}`}
      className="flex flex-col gap-3 px-4 pt-1 pb-4 md:pr-14 md:pl-15"
    >
      {description ? (
        <p dir="auto" className="max-w-prose text-meta whitespace-pre-wrap wrap-anywhere text-muted">
          {description}
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-meta text-faint">
          No description.
          <Button size="sm" variant="ghost" onClick={onEdit}>
            Describe it <span className="sr-only">{title}</span>
          </Button>
        </p>
      )}
      {isPreviewing && file && file_url && <FilePreview key={file.sha256} file={file} url={file_url} />}
      {status === 'rejected' && <Feedback deliverable={deliverable} />}
      {decision && <CertificateLink decision={decision} />}
      {status !== 'draft' && status !== 'rejected' && deliverable.has_changes && (
        <p className="text-meta text-yellow-ink">
          Changed since version {deliverable.version}. Your client sees the changes once you submit them.
        </p>
      )}
      {versions.slice(0, 1).map((version) => renderComments({ id: deliverable.id, ...version }))}
      <VersionHistory deliverable={deliverable} renderComments={renderComments} />
    </section>
  )
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
