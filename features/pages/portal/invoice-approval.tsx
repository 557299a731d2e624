import { Check, CreditCard, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatInstantLongDate, formatMoney } from '#core/format.ts'
import { awaitsDecision } from '#features/billing/invoices/rules/approval.ts'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
import { unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Instant } from '#web/ui/instant.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { ActionBar } from './action-bar.tsx'
import { decidedFileUrl, useDecideInvoice, usePayInvoice } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { OutdatedNotice } from './outdated-notice.tsx'
import { PayAgainDialog } from './pay-again-dialog.tsx'

const ApproveInvoiceDialog = lazyDialog(() => import('./decision-dialog.tsx'), 'ApproveInvoiceDialog')
const RequestChangesDialog = lazyDialog(() => import('./request-changes-dialog.tsx'), 'RequestChangesDialog')

/** Approves this revision first, or pays only the part that needs no approval. */
type Payment = { approved?: string }

type InvoiceApprovalProps = { token: string; invoice: PortalInvoiceDetail }

/** Asks for a decision, or shows the one that was made. The buttons stay in sight. */
export function InvoiceApproval({ token, invoice }: InvoiceApprovalProps) {
  const { send, pending, refused, dismiss } = useDecideInvoice(token, invoice.id)
  const payment = usePayInvoice(token, invoice)
  const busy = pending || payment.pending
  const [payingAgain, setPayingAgain] = useState<Payment | null>(null)
  const [asking, setAsking] = useState<Verdict | null>(null)
  const [seen, setSeen] = useState(invoice.revision)
  const [announcement, setAnnouncement] = useState('')
  const open = awaitsDecision(invoice)
  const decided = invoice.approval_status === 'approved' || invoice.approval_status === 'rejected'

  const ask = (decision: Verdict) => {
    dismiss()
    setSeen(invoice.revision)
    setAsking(decision)
  }
  const close = () => {
    dismiss()
    setAsking(null)
    if (!open) setAnnouncement('This invoice has already been decided on')
  }
  const pay = (what: Payment) => (invoice.paid_notice ? setPayingAgain(what) : payment.send(what))
  const isAskedAboutLines = unsettledRequests(invoice).length > 0
  const canPayRest =
    invoice.can_pay_online && isAskedAboutLines && invoice.payable > 0 && invoice.payable < invoice.balance
  const decide = (decision: Verdict, changes: { text: string; lines?: LineRequestInput[] }) =>
    send({ decision, ...changes, seen }, (outcome, refusal) => {
      if (outcome === 'accepted' || refusal?.outdated) setAsking(null)
      if (outcome === 'accepted') setAnnouncement('Your decision was sent')
    })
  const dialog = (decision: Verdict) => ({
    open: asking === decision,
    onClose: close,
    description: invoice.number === null ? 'Proposal' : `Invoice #${invoice.invoice_number}`,
    pending,
    refusal: refused?.message,
    closed: !open,
  })

  return (
    <>
      {open && (
        <ActionBar token={token}>
          {refused?.outdated && <OutdatedNotice message={refused.message} />}
          {payment.refused && <Alert live tone="warning" title={payment.refused.message} />}
          {invoice.can_pay_online && (
            <Button
              variant="primary"
              pending={payment.pending}
              disabled={busy}
              onClick={() => pay({ approved: invoice.revision })}
            >
              <CreditCard aria-hidden /> Approve & Pay {formatMoney(invoice.balance, invoice.currency)}
            </Button>
          )}
          {canPayRest && (
            <Button disabled={busy} onClick={() => pay({})}>
              <CreditCard aria-hidden /> Pay {formatMoney(invoice.payable, invoice.currency)} Without These
              Lines
            </Button>
          )}
          <div className="flex gap-2 max-lg:*:flex-1 max-sm:*:px-2.5 lg:flex-col max-[22.5rem]:[&_svg]:hidden">
            <Button
              variant={invoice.can_pay_online ? 'secondary' : 'primary'}
              onClick={() => ask('approved')}
              disabled={busy}
            >
              <Check aria-hidden /> {invoice.can_pay_online ? 'Approve Only' : 'Approve'}
            </Button>
            <Button onClick={() => ask('rejected')} disabled={busy}>
              <MessageSquareText aria-hidden /> Request Changes
            </Button>
          </div>
        </ActionBar>
      )}
      {decided && <Result token={token} invoice={invoice} justNow={announcement !== ''} />}
      <div className="contents print:hidden">
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <ApproveInvoiceDialog
          {...dialog('approved')}
          amount={formatMoney(invoice.balance, invoice.currency)}
          onSubmit={(text) => decide('approved', { text })}
        />
        <RequestChangesDialog
          {...dialog('rejected')}
          invoice={invoice}
          onSubmit={(changes) => decide('rejected', changes)}
        />
        <PayAgainDialog
          invoice={invoice}
          amount={payingAgain?.approved === undefined ? invoice.payable : invoice.balance}
          open={payingAgain !== null}
          pending={payment.pending}
          refusal={payment.refused?.message}
          onClose={() => setPayingAgain(null)}
          onPay={() => payingAgain && payment.send(payingAgain)}
        />
      </div>
    </>
  )
}

type ResultProps = { token: string; invoice: PortalInvoiceDetail; justNow: boolean }

function Result({ token, invoice, justNow }: ResultProps) {
  const block = useRef<HTMLDivElement>(null)
  const approved = invoice.approval_status === 'approved'
  const [decision] = invoice.decisions
  const instant = approved ? invoice.approved_at : invoice.rejected_at

  // The pressed button is gone, so focus moves here.
  useEffect(() => {
    if (justNow) block.current?.focus()
  }, [justNow])

  return (
    <div ref={block} tabIndex={-1} className="print:hidden">
      <Alert
        tone={approved ? 'success' : 'warning'}
        title={approved ? 'Invoice Approved' : 'Changes Requested'}
      >
        {instant && (
          <p>
            {approved ? 'Approved on ' : 'Feedback given on '}
            <Instant at={instant} format={formatInstantLongDate} />
          </p>
        )}
        {!approved && invoice.payable > 0 && (
          <p>The rest, {formatMoney(invoice.payable, invoice.currency)}, can be paid now.</p>
        )}
        {invoice.client_notes && <Quote className="mt-2 border-current/25!">{invoice.client_notes}</Quote>}
        {decision && (
          <CertificateLink
            decision={decision}
            fileUrl={decidedFileUrl(token, decision.certificate)}
            className="mt-2"
          />
        )}
      </Alert>
    </div>
  )
}
