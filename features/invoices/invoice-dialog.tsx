import { useQuery } from '@tanstack/react-query'
import { FileX, Lock, Pencil, Printer, Send } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { formatDate } from '#core/format.ts'
import { live } from '#web/live.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ApprovalSection } from './approval-section.tsx'
import { invoiceQuery, useMarkInvoice } from './client.ts'
import type { Invoice, InvoiceSummary } from './contract.ts'
import { InvoiceDetailsForm } from './invoice-details-form.tsx'
import { InvoiceItems } from './invoice-items.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { isLocked, lockedWords } from './rules.ts'
import { SendDialog } from './send-dialog.tsx'
import { StatusBadge, statusOptions } from './status-badge.tsx'

type InvoiceDialogProps = {
  id: number
  /** What the list knows of it, so that the dialog opens with its name. */
  known: InvoiceSummary | undefined
  onClose(): void
}

export function InvoiceDialog({ id, known, onClose }: InvoiceDialogProps) {
  const { data: invoice, isError } = useQuery({ ...invoiceQuery(id), ...live })
  const [editing, setEditing] = useState(false)
  const [sending, setSending] = useState(false)
  const [unsaved, setUnsaved] = useState({ details: false, item: false })
  const newItem = useRef<HTMLInputElement>(null)
  const guardItem = useCallback((item: boolean) => setUnsaved((now) => ({ ...now, item })), [])
  const guardDetails = useCallback((details: boolean) => setUnsaved((now) => ({ ...now, details })), [])
  const shown = invoice ?? known

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      steady
      title={
        <span className="flex items-center gap-2.5">
          <span className="whitespace-nowrap">
            {shown ? shown.invoice_number : isError ? 'Invoice not found' : 'Invoice'}
          </span>
          {shown && (
            <span className="max-sm:sr-only">
              <StatusBadge status={shown.status} />
            </span>
          )}
        </span>
      }
      guardUnsaved={unsaved.details || unsaved.item}
      {...(invoice?.items.length === 0 && !isLocked(invoice.status) && { initialFocus: newItem })}
      headerActions={
        shown && (
          <>
            {!isLocked(shown.status) && (
              <Button
                variant={shown.status === 'draft' ? 'primary' : 'ghost'}
                disabled={!invoice}
                onClick={() => setSending(true)}
              >
                <Send aria-hidden />
                <span className={shown.status === 'draft' ? undefined : 'max-md:sr-only'}>
                  {invoice?.sent_at ? 'Send again' : 'Send'}
                </span>
              </Button>
            )}
            <Button variant="ghost" disabled={!invoice || editing} onClick={() => setEditing(true)}>
              <Pencil aria-hidden /> <span className="max-md:sr-only">Edit</span>
            </Button>
            <Button variant="ghost" disabled={!invoice} onClick={() => print()}>
              <Printer aria-hidden /> <span className="max-md:sr-only">Print</span>
            </Button>
          </>
        )
      }
    >
      <DialogBody className="gap-6">
        {!invoice && (isError ? <NotThere /> : <InvoiceLoading known={known} />)}
        {invoice && (
          <>
            {editing ? (
              <InvoiceDetailsForm
                invoice={invoice}
                onDirtyChange={guardDetails}
                onDone={() => setEditing(false)}
              />
            ) : (
              <Facts invoice={invoice} />
            )}
            <ApprovalSection invoice={invoice} />
            <InvoiceItems invoice={invoice} newItem={newItem} onDirtyChange={guardItem} />
            <Sum invoice={invoice} notes={!editing} />
            <InvoicePaper invoice={invoice} />
            {sending && <SendDialog invoice={invoice} onClose={() => setSending(false)} />}
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** The status can be changed once all of the invoice is there. */
function Facts({ invoice }: { invoice: Invoice | InvoiceSummary }) {
  const mark = useMarkInvoice(invoice.id)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto_auto_11rem]">
        <Fact label="Client" className="max-md:col-span-2">
          {invoice.client_name}
          {invoice.project_name && <span className="text-meta text-muted">{invoice.project_name}</span>}
        </Fact>
        <Fact label="Issue date">{formatDate(invoice.issue_date)}</Fact>
        <Fact label="Due date">{invoice.due_date ? formatDate(invoice.due_date) : 'No due date'}</Fact>
        <div className="flex flex-col gap-1 max-md:col-span-2">
          <span aria-hidden className="text-micro text-faint">
            Status
          </span>
          <Select
            aria-label="Status"
            options={statusOptions}
            value={invoice.status}
            disabled={!('items' in invoice)}
            onValueChange={(status) => mark.mutate(status)}
          />
        </div>
      </div>
      {isLocked(invoice.status) && <LockedNote invoice={invoice} />}
    </div>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

function Fact({ label, className, children }: FactProps) {
  return (
    <dl className={cx('flex min-w-0 flex-col gap-1', className)}>
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="flex flex-col wrap-anywhere md:pt-2">{children}</dd>
    </dl>
  )
}

function LockedNote({ invoice }: { invoice: InvoiceSummary }) {
  const { title, wayOut } = lockedWords(invoice.status)
  return (
    <p className="flex gap-2.5 rounded bg-sunken px-3.5 py-2.5 text-meta text-muted">
      <Lock aria-hidden className="icon-sm mt-[3px]" />
      <span>
        {invoice.paid_on && <>Paid on {formatDate(invoice.paid_on)}. </>}
        {title}. {wayOut}
      </span>
    </p>
  )
}

function Sum({ invoice, notes = true }: { invoice: InvoiceSummary; notes?: boolean }) {
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
      <InvoiceTotals invoice={invoice} className="md:col-start-2 md:row-start-1" />
      {notes && <Notes>{invoice.notes}</Notes>}
    </div>
  )
}

function Notes({ children }: { children: string }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-micro text-faint">Notes</h3>
      <p className="whitespace-pre-wrap wrap-anywhere text-meta text-muted">
        {children || <span className="text-faint">None</span>}
      </p>
    </section>
  )
}

function NotThere() {
  return <EmptyState icon={<FileX />} title="Invoice not found" text="It may belong to another account." />
}

/** As the invoice will look; of what the list knows, only the items are still to come. */
function InvoiceLoading({ known }: { known: InvoiceSummary | undefined }) {
  return (
    <>
      {known ? <Facts invoice={known} /> : <Skeleton className="h-14" />}
      {known?.approval_status && <Skeleton className="h-14" />}
      <Loading>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-7" />
          <Skeleton className="h-7" />
          <Skeleton className="h-10" />
        </div>
      </Loading>
      {known ? <Sum invoice={known} /> : <Skeleton className="ml-auto h-24 w-68 max-w-full" />}
    </>
  )
}
