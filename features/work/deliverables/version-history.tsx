import type { ReactNode } from 'react'
import { formatInstant } from '#core/format.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { Quote } from '#web/ui/quote.tsx'
import type { Deliverable, DeliverableVersion } from './contract.ts'
import { DeliverableContent } from './deliverable-content.tsx'
import { StatusBadge } from './status-badge.tsx'

type SubmittedVersion = Pick<DeliverableVersion, 'title' | 'version'> & Pick<Deliverable, 'id'>
export type RenderComments = (version: SubmittedVersion) => ReactNode

type VersionHistoryProps = {
  deliverable: Pick<Deliverable, 'id' | 'title' | 'versions'>
  /** The comments on a version. Those on the newest are shown elsewhere. */
  renderComments: RenderComments
}

/** Every submitted version, with the client's decision and feedback. */
export function VersionHistory({ deliverable, renderComments }: VersionHistoryProps) {
  const { id, title, versions } = deliverable
  if (versions.length === 0) return null
  return (
    <section aria-label={`Versions of ${title}`} className="text-meta">
      <h3 className="font-medium text-muted">Versions</h3>
      <ol reversed className="mt-2 flex flex-col gap-4 border-l border-hairline pl-4">
        {versions.map((version, place) => (
          <li key={version.version} className="flex min-w-0 flex-col gap-1.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-medium">Version {version.version}</span>
              <StatusBadge status={version.decision?.decision ?? 'submitted'} />
              <span className="text-faint">submitted {formatInstant(version.submitted_at)}</span>
            </p>
            {version.title !== title && <p className="wrap-anywhere text-muted">{version.title}</p>}
            <DeliverableContent {...version} />
            {version.decision && <Decided decision={version.decision} />}
            {place > 0 && renderComments({ id, ...version })}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Decided({ decision }: { decision: Decision }) {
  return (
    <>
      <p className="text-muted">
        {decision.decision === 'approved' ? 'Approved' : 'Changes requested'} by {decision.client_name},{' '}
        {formatInstant(decision.decided_at)}
      </p>
      {decision.feedback && <Quote>{decision.feedback}</Quote>}
      <CertificateLink decision={decision} />
    </>
  )
}
