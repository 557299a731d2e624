import { Check, MessageSquareText } from 'lucide-react'
import { formatInstant } from '#core/format.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { verdictLabel } from '#features/engagement/approvals/rules/decisions.ts'
import { Instant } from '#web/ui/instant.tsx'
import { Quote } from '#web/ui/quote.tsx'

const icons = { approved: Check, rejected: MessageSquareText }

type DecisionLineProps = { decision: Decision; fileUrl?: string }

/** A decision with its author, time and note. */
export function DecisionLine({ decision, fileUrl }: DecisionLineProps) {
  const Icon = icons[decision.decision]
  return (
    <div className="flex gap-2.5 text-meta">
      <Icon aria-hidden className="icon-sm mt-[3px] text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{verdictLabel[decision.decision]}</span>
          <span className="text-muted"> by {decision.client_name}</span>
        </p>
        <Instant at={decision.decided_at} format={formatInstant} className="block text-faint" />
        {decision.feedback && <Quote className="mt-1.5">{decision.feedback}</Quote>}
        <CertificateLink decision={decision} {...(fileUrl && { fileUrl })} className="mt-1.5" />
      </div>
    </div>
  )
}
