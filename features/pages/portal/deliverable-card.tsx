import { Check, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import { StatusBadge } from '#features/work/deliverables/status-badge.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilePreview } from '#web/ui/file-preview.tsx'
import { Instant } from '#web/ui/instant.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { useDecideDeliverable } from './client.ts'
import { ClientOnly } from './client-only.tsx'
import type { FeeInvoice, PortalDeliverable } from './contract/projects.ts'
import { DownloadLink, describeFile } from './download-link.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { invoicePath } from './links.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { VersionComments } from './version-comments.tsx'

const ApproveDeliverableDialog = lazyDialog(() => import('./decision-dialog.tsx'), 'ApproveDeliverableDialog')
const FeedbackDialog = lazyDialog(() => import('./decision-dialog.tsx'), 'FeedbackDialog')

type DeliverableCardProps = {
  token: string
  projectId: number
  deliverable: PortalDeliverable
  onDecided(result: string): void
}

export function DeliverableCard({ token, projectId, deliverable, onDecided }: DeliverableCardProps) {
  const { send, pending, refused, dismiss } = useDecideDeliverable(token, deliverable.id)
  const [asking, setAsking] = useState<Verdict | null>(null)
  const [seen, setSeen] = useState(deliverable)
  const waiting = deliverable.status === 'submitted'
  const decision = deliverable.versions[0]?.decision
  const [newest, ...earlier] = deliverable.versions
  const heading = useRef<HTMLHeadingElement>(null)
  const [decided, setDecided] = useState(false)
  const [justDecided, setJustDecided] = useState(false)
  const result = justDecided && !waiting ? resultOf(deliverable) : ''

  const ask = (decision: Verdict) => {
    dismiss()
    setSeen(deliverable)
    setAsking(decision)
  }
  const close = () => {
    dismiss()
    setAsking(null)
    setDecided(!waiting)
  }
  const dialog = (decision: Verdict) => ({
    open: asking === decision,
    onClose: close,
    description: (
      <>
        <bdi>{deliverable.title}</bdi>, version {seen.version}
      </>
    ),
    pending,
    refusal: refused?.message,
    closed: !waiting,
    onSubmit: (text: string) =>
      send({ decision, text, seen }, (outcome, refusal) => {
        if (outcome === 'accepted' || refusal?.outdated) setAsking(null)
        if (outcome !== 'accepted') return
        setDecided(true)
        setJustDecided(true)
      }),
  })

  useEffect(() => {
    if (result) onDecided(result)
  }, [result, onDecided])

  // The pressed button is gone, so focus moves here.
  useEffect(() => {
    if (!decided || waiting) return
    setDecided(false)
    heading.current?.focus({ preventScroll: true })
  }, [decided, waiting])

  return (
    <li>
      <Card data-tour={`deliverable-${deliverable.id}`}>
        <div className="p-5">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h2
              ref={heading}
              tabIndex={-1}
              dir="auto"
              className="min-w-0 text-lead font-semibold wrap-anywhere"
            >
              {deliverable.title}
              {deliverable.version > 1 && (
                <span className="ml-2 text-meta font-normal whitespace-nowrap text-faint">
                  Version {deliverable.version}
                </span>
              )}
            </h2>
            <div className="pt-px">
              <StatusBadge status={deliverable.status} />
            </div>
          </div>
          <Dates deliverable={deliverable} />
          {deliverable.fee !== null && (
            <p className="mt-1 text-meta text-muted tabular-nums">
              Fee {formatMoney(deliverable.fee, deliverable.currency)}
            </p>
          )}
          {deliverable.description && (
            <p className="mt-3 max-w-2xl wrap-anywhere whitespace-pre-line">{deliverable.description}</p>
          )}
          {deliverable.feedback && !waiting && (
            <div className="mt-4">
              <p className="text-micro text-faint">Your feedback</p>
              <Quote className="mt-1">{deliverable.feedback}</Quote>
            </div>
          )}
          {decision && <CertificateLink decision={decision} className="mt-4" />}
          {waiting && refused?.outdated && (
            <div className="mt-4">
              <OutdatedNotice message={refused.message} />
            </div>
          )}
          {deliverable.invoice && deliverable.status === 'approved' && (
            <FeeInvoiceNotice token={token} invoice={deliverable.invoice} result={result} />
          )}
          {deliverable.file && deliverable.file_url && (
            <div className="mt-4">
              <FilePreview key={deliverable.file_url} file={deliverable.file} url={deliverable.file_url} />
            </div>
          )}
          {(deliverable.file_url || waiting) && (
            <div className="mt-5 flex flex-wrap items-center gap-x-2 gap-y-3">
              {deliverable.file_url && (
                <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-sm:flex-row-reverse max-sm:justify-between sm:mr-auto">
                  <DownloadLink of={deliverable} />
                  <span className="min-w-0 text-meta wrap-anywhere text-faint">
                    {describeFile(deliverable)}
                  </span>
                </div>
              )}
              {waiting && (
                <ClientOnly token={token}>
                  <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 sm:ml-auto">
                    <Button variant="primary" onClick={() => ask('approved')} disabled={pending}>
                      <Check aria-hidden /> Approve
                    </Button>
                    <Button onClick={() => ask('rejected')} disabled={pending}>
                      <MessageSquareText aria-hidden /> Request Changes
                    </Button>
                  </div>
                </ClientOnly>
              )}
            </div>
          )}
          {newest && (
            <div className="mt-3">
              <VersionComments
                key={newest.version}
                token={token}
                projectId={projectId}
                deliverableId={deliverable.id}
                version={newest}
              />
            </div>
          )}
        </div>
        <EarlierVersions
          token={token}
          projectId={projectId}
          deliverableId={deliverable.id}
          versions={earlier}
        />
      </Card>
      <ApproveDeliverableDialog
        {...dialog('approved')}
        fee={seen.fee === null ? null : formatMoney(seen.fee, seen.currency)}
      />
      <FeedbackDialog {...dialog('rejected')} />
    </li>
  )
}

/** The result of the decision, as it is read out. */
function resultOf({ title, status, invoice }: PortalDeliverable): string {
  if (status !== 'approved' || !invoice) return `${title}: your decision was sent`
  const total = formatMoney(invoice.total, invoice.currency)
  return `Approved. ${feeInvoiceName(invoice)} for ${total} is ready`
}

const feeInvoiceName = ({ invoice_number }: FeeInvoice): string =>
  invoice_number === UNNUMBERED ? 'Proposal' : `Invoice ${invoice_number}`

type FeeInvoiceNoticeProps = { token: string; invoice: FeeInvoice; result: string }

/** Leads on to the invoice of the fee: at once after the approval, and later. */
function FeeInvoiceNotice({ token, invoice, result }: FeeInvoiceNoticeProps) {
  const { total, currency, can_pay_online } = invoice
  return (
    <Alert
      tone={result ? 'success' : 'info'}
      className="mt-4"
      title={result || `${feeInvoiceName(invoice)} for ${formatMoney(total, currency)}`}
      action={
        <ButtonLink to={invoicePath(token, invoice.id)} variant={result ? 'primary' : 'secondary'}>
          {can_pay_online ? 'View & Pay' : 'View Invoice'}
        </ButtonLink>
      }
    />
  )
}

function Dates({ deliverable }: { deliverable: PortalDeliverable }) {
  const dates = [
    ['Submitted', deliverable.submitted_at],
    ['Approved', deliverable.approved_at],
    ['Changes requested', deliverable.rejected_at],
  ] as const
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-meta text-muted">
      {dates.map(
        ([term, instant]) =>
          instant && (
            <div key={term} className="flex gap-1">
              <dt>{term}</dt>
              <dd>
                <Instant at={instant} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
