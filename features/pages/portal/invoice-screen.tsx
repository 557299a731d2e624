import { useQuery } from '@tanstack/react-query'
import { Download, FilePenLine, FileX, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { approvalToShow } from '#features/billing/invoices/rules/approval.ts'
import { isProposal } from '#features/billing/invoices/rules/sealing.ts'
import { StatusBadge } from '#features/billing/invoices/status-badge.tsx'
import { ApprovalBadge } from '#features/engagement/approvals/approval-badge.tsx'
import { hasCode } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { invoiceQuery, isRefused, pdfUrl, useLook, useUnread } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { Failure, LinkClosed } from './failure.tsx'
import { InvoiceApproval } from './invoice-approval.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { InvoicePayment, PaymentNotice } from './invoice-payment.tsx'
import { InvoiceReceipts } from './invoice-receipts.tsx'
import { InvoiceSummary } from './invoice-summary.tsx'
import { EarlierDecisions, InvoiceChanges } from './invoice-trail.tsx'
import { BackLink, homePath } from './links.tsx'
import { PaidNotice } from './paid-notice.tsx'
import { RequestedLines } from './requested-lines.tsx'

export function InvoiceScreen() {
  const { token = '', invoiceId = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(invoiceQuery(token, invoiceId))
  const refused = isRefused(error)

  if (hasCode(error, 'invalid_link')) return <LinkClosed error={error} />
  if (hasCode(error, 'invoice_being_revised')) {
    return (
      <Failure icon={<FilePenLine />} title="Invoice Being Revised" text={error.body.error}>
        <ButtonLink to={homePath(token, 'invoices')}>Back to Portal</ButtonLink>
      </Failure>
    )
  }
  if (data && !refused) return <Detail key={invoiceId} token={token} invoice={data} />
  if (!error) return <DetailLoading />
  return (
    <Failure
      icon={<FileX />}
      title="Invoice Not Found"
      text={refused ? 'The requested invoice could not be found' : 'Failed to load invoice'}
      onRetry={refused ? undefined : refetch}
      retrying={isFetching}
    >
      <ButtonLink to={homePath(token, 'invoices')}>Back to Portal</ButtonLink>
    </Failure>
  )
}

function Detail({ token, invoice }: { token: string; invoice: PortalInvoiceDetail }) {
  const approval = approvalToShow(invoice)
  const unread = useUnread(token).filter(({ invoice_id }) => invoice_id === invoice.id)
  useLook(token, unread)
  return (
    <>
      <title>{`${titleOf(invoice)} · ${invoice.business.name}`}</title>
      <header className="mb-5 print:hidden">
        <BackLink to={homePath(token, 'invoices')} />
        <div className="mt-1 flex items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1
              tabIndex={-1}
              className="font-serif text-title font-semibold tracking-tight text-balance wrap-anywhere"
            >
              {titleOf(invoice, '#')}
            </h1>
            <p className="mt-2 flex flex-wrap gap-1.5">
              <StatusBadge status={invoice.status} />
              {approval && <ApprovalBadge status={approval} />}
            </p>
          </div>
          <div className="flex gap-2">
            <a href={pdfUrl(token, invoice.id)} download className={cx(buttonStyle(), 'max-sm:w-11')}>
              <Download aria-hidden /> <span className="max-sm:sr-only">Download PDF</span>
            </a>
            <Button onClick={() => print()} className="max-sm:w-11">
              <Printer aria-hidden /> <span className="max-sm:sr-only">Print</span>
            </Button>
          </div>
        </div>
      </header>
      <PaymentNotice token={token} invoice={invoice} />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start lg:gap-6 print:block">
        <div className="contents lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:flex lg:flex-col lg:gap-4">
          <InvoiceSummary invoice={invoice} />
          <InvoicePayment token={token} invoice={invoice} />
          <InvoiceApproval token={token} invoice={invoice} />
          <PaidNotice token={token} invoice={invoice} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1 print:block">
          <RequestedLines invoice={invoice} />
          <InvoiceChanges invoice={invoice} />
          <InvoiceDocument token={token} invoice={invoice} />
          <InvoiceReceipts token={token} invoice={invoice} className="print:hidden" />
          <EarlierDecisions token={token} invoice={invoice} />
        </div>
      </div>
    </>
  )
}

const titleOf = (invoice: PortalInvoiceDetail, sign = '') =>
  isProposal(invoice) ? 'Invoice proposal' : `Invoice ${sign}${invoice.invoice_number}`

function DetailLoading() {
  return (
    <Loading>
      <h1 className="sr-only">Invoice</h1>
      <Skeleton className="mt-11 h-9 w-3/5" />
      <Skeleton className="mt-3 h-5 w-2/5" />
      <Skeleton className="mt-6 h-120 w-full" />
    </Loading>
  )
}
