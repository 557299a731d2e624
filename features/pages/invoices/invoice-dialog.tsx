import { useQuery } from '@tanstack/react-query'
import {
  BanknoteArrowDown,
  Copy,
  Download,
  Ellipsis,
  FileX,
  Lock,
  Pencil,
  Printer,
  Send,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { ApprovalSection } from '#features/billing/invoices/approval-section.tsx'
import {
  invoiceQuery,
  useDownloadPdf,
  useDuplicateInvoice,
  useRemoveInvoice,
  useSetPaymentDay,
} from '#features/billing/invoices/client.ts'
import type { Invoice, InvoiceSummary, RemovalOutcome } from '#features/billing/invoices/contract/invoice.ts'
import { EInvoiceSection } from '#features/billing/invoices/e-invoice-section.tsx'
import { InvoiceDetailsForm } from '#features/billing/invoices/invoice-details-form.tsx'
import { InvoiceItems } from '#features/billing/invoices/invoice-items.tsx'
import { InvoicePaper } from '#features/billing/invoices/invoice-paper.tsx'
import { InvoiceTotals } from '#features/billing/invoices/invoice-totals.tsx'
import type { UnsavedInput } from '#features/billing/invoices/item-form-row.tsx'
import { LateNotice } from '#features/billing/invoices/late-notice.tsx'
import { OnlineNotice } from '#features/billing/invoices/online-notice.tsx'
import { PaidDialog } from '#features/billing/invoices/paid-dialog.tsx'
import { PaidNotice } from '#features/billing/invoices/paid-notice.tsx'
import { PaymentDialog } from '#features/billing/invoices/payment-dialog.tsx'
import { describePeriod } from '#features/billing/invoices/rules/period.ts'
import {
  isLocked,
  isPayable,
  lockedMessage,
  removalConsequences,
  removalOutcome,
} from '#features/billing/invoices/rules/status.ts'
import { SendDialog } from '#features/billing/invoices/send-dialog.tsx'
import { StatusBadge } from '#features/billing/invoices/status-badge.tsx'
import { businessQuery } from '#features/foundation/business/client.ts'
import { live } from '#web/data/live.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { RecurringOrigin } from '#web/ui/recurring-origin.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { InvoiceLog } from './invoice-log.tsx'
import { StatusMenu } from './status-menu.tsx'

type InvoiceDialogProps = {
  id: number
  /** The invoice as the list shows it, so that the dialog opens with its number. */
  known: InvoiceSummary | undefined
  onClose(): void
}

export function InvoiceDialog({ id, known, onClose }: InvoiceDialogProps) {
  const { data: invoice, isError } = useQuery({ ...invoiceQuery(id), ...live })
  const [editing, setEditing] = useState(false)
  const step = useSearchParams()[0].get('step')
  const [sending, setSending] = useState(step === 'remind')
  const [paying, setPaying] = useState(step === 'pay')
  const [removed, setRemoved] = useState(false)
  const [unsaved, setUnsaved] = useState({ details: false, item: false })
  const [preview, setPreview] = useState<Invoice | null>(null)
  const newItem = useRef<HTMLTextAreaElement>(null)
  const typed = { details: useRef<UnsavedInput>(null), items: useRef<UnsavedInput>(null) }
  const editButton = useEditButton(editing)
  const setItemUnsaved = useCallback((item: boolean) => setUnsaved((now) => ({ ...now, item })), [])
  const setDetailsUnsaved = useCallback((details: boolean) => setUnsaved((now) => ({ ...now, details })), [])
  const shown = invoice ?? known

  const saveTyped = async () =>
    ((await typed.details.current?.save()) ?? true) && ((await typed.items.current?.save()) ?? true)
  const send = async () => {
    if (await saveTyped()) setSending(true)
  }
  const recordPayment = async () => {
    if (await saveTyped()) setPaying(true)
  }
  const leaveRemoved = () => {
    setRemoved(true)
    onClose()
  }

  // Gone at once, so that nothing of it is loaded again.
  if (removed) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
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
            {isPayable(shown) && (
              <RecordPayment disabled={!invoice} onClick={recordPayment} className="max-md:hidden" />
            )}
            {!isLocked(shown.status) && (
              <Button
                variant={shown.status === 'draft' ? 'primary' : 'ghost'}
                disabled={!invoice}
                onClick={send}
              >
                <Send aria-hidden />
                <span className={shown.status === 'draft' ? 'max-[23rem]:sr-only' : 'max-md:sr-only'}>
                  {invoice?.sent_at ? 'Send again' : 'Send'}
                </span>
              </Button>
            )}
            <Button
              ref={editButton}
              variant="ghost"
              disabled={!invoice || editing}
              onClick={() => setEditing(true)}
            >
              <Pencil aria-hidden /> <span className="max-md:sr-only">Edit</span>
            </Button>
            {invoice ? (
              <MoreActions invoice={invoice} saveTyped={saveTyped} onRemoved={leaveRemoved} />
            ) : (
              <MoreButton disabled />
            )}
          </>
        )
      }
    >
      <DialogBody className="gap-6">
        {!invoice && (isError ? <NotFound /> : <InvoiceLoading known={known} />)}
        {invoice && (
          <>
            {editing ? (
              <InvoiceDetailsForm
                ref={typed.details}
                invoice={invoice}
                onDirtyChange={setDetailsUnsaved}
                onPreview={setPreview}
                onDone={() => setEditing(false)}
              />
            ) : (
              <Facts invoice={invoice} saveTyped={saveTyped} />
            )}
            {isPayable(invoice) && <RecordPayment onClick={recordPayment} className="md:hidden" />}
            {invoice.status === 'overdue' && invoice.balance > 0 && !invoice.paid_notice && (
              <LateNotice invoice={invoice} onRemind={send} />
            )}
            <PaidNotice invoice={invoice} onRecordPayment={recordPayment} />
            <ApprovalSection invoice={invoice} />
            <InvoiceItems
              ref={typed.items}
              invoice={invoice}
              newItem={newItem}
              onDirtyChange={setItemUnsaved}
            />
            <Sum invoice={preview ?? invoice} notes={!editing} />
            <OnlineNotice invoice={invoice} />
            <InvoiceLog invoice={invoice} />
            <EInvoiceSection invoice={invoice} onEdit={() => setEditing(true)} />
            <InvoicePaper invoice={invoice} />
            {sending && !isLocked(invoice.status) && (
              <SendDialog invoice={invoice} onClose={() => setSending(false)} />
            )}
            {paying && isPayable(invoice) && (
              <PaymentDialog invoice={invoice} onClose={() => setPaying(false)} />
            )}
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

interface MoreActionsProps {
  invoice: Invoice
  saveTyped(): Promise<boolean>
  onRemoved(): void
}

function MoreActions({ invoice, saveTyped, onRemoved }: MoreActionsProps) {
  const { replaceWithView } = useDialogLink()
  const confirm = useConfirm()
  const download = useDownloadPdf(invoice.id)
  const duplicate = useDuplicateInvoice(invoice.id)
  const removal = useRemoveInvoice()
  const { data: business } = useQuery(businessQuery)
  const outcome = business ? removalOutcome(invoice, business.next_invoice_number) : null

  const saveAndDownload = async () => {
    if (await saveTyped()) download.mutate()
  }
  const saveAndPrint = async () => {
    if (await saveTyped()) print()
  }
  const duplicateAndOpen = async () => {
    if (!(await saveTyped())) return
    duplicate.mutate(undefined, { onSuccess: ({ id }) => replaceWithView(id) })
  }
  const askAndRemove = async (expected: RemovalOutcome) => {
    const sure = await confirm({
      title: `Delete ${invoice.invoice_number}?`,
      consequences: removalConsequences(expected, invoice.invoice_number),
      confirmLabel: expected === 'deleted' ? 'Delete' : 'Cancel invoice',
      cancelLabel: 'Keep it',
    })
    if (!sure) return
    removal.mutate({ invoice, expected })
    onRemoved()
  }

  return (
    <Menu trigger={<MoreButton />}>
      <MenuItem icon={<Download />} disabled={download.isPending} onSelect={saveAndDownload}>
        Download PDF
      </MenuItem>
      <MenuItem icon={<Printer />} onSelect={saveAndPrint}>
        Print
      </MenuItem>
      <MenuItem icon={<Copy />} disabled={duplicate.isPending} onSelect={duplicateAndOpen}>
        Duplicate
      </MenuItem>
      {outcome && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => askAndRemove(outcome)}>
          Delete draft
        </MenuItem>
      )}
    </Menu>
  )
}

const MoreButton = (props: ButtonProps) => (
  <Button {...props} variant="ghost" aria-label="More actions" className="w-9 px-0 touch:min-w-11">
    <Ellipsis aria-hidden />
  </Button>
)

/** Next to the title where there is room, below the status on a phone. */
function RecordPayment(props: Pick<ButtonProps, 'disabled' | 'onClick' | 'className'>) {
  return (
    <Button variant="primary" {...props}>
      <BanknoteArrowDown aria-hidden /> Record payment
    </Button>
  )
}

/** Returns focus to the Edit button after editing. */
function useEditButton(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  useEffect(() => {
    if (edited.current && !editing) button.current?.focus()
    edited.current = editing
  }, [editing])
  return button
}

type FactsProps = { invoice: Invoice | InvoiceSummary; saveTyped(): Promise<boolean> }

/** The status can be changed once the whole invoice is loaded. */
function Facts({ invoice, saveTyped }: FactsProps) {
  const period = describePeriod(invoice)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3 lg:flex lg:*:first:flex-1 lg:*:last:w-44">
        <Fact label="Client" className="max-lg:col-span-full">
          {invoice.client_name}
          {invoice.project_name && <span className="text-meta text-muted">{invoice.project_name}</span>}
        </Fact>
        <Fact label="Issue date">{formatDate(invoice.issue_date)}</Fact>
        <Fact label="Due date">{invoice.due_date ? formatDate(invoice.due_date) : 'No due date'}</Fact>
        {period && (
          <Fact label="Service period" className="max-md:col-span-2">
            {period}
          </Fact>
        )}
        <div className="flex flex-col gap-1 max-md:col-span-2">
          <span aria-hidden className="text-micro text-faint">
            Status
          </span>
          <StatusMenu invoice={invoice} disabled={!('items' in invoice)} saveTyped={saveTyped} />
        </div>
      </div>
      {isLocked(invoice.status) && <LockedNote invoice={invoice} />}
      {'recurring_invoice_id' in invoice && invoice.recurring_invoice_id !== null && (
        <RecurringOrigin>
          Made by a{' '}
          <TextLink to={`/recurring-invoices?edit=${invoice.recurring_invoice_id}`}>
            recurring invoice
          </TextLink>
        </RecurringOrigin>
      )}
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
  const { title, advice } = lockedMessage(invoice.status)
  return (
    <div className="flex flex-wrap items-start justify-end gap-x-2.5 rounded bg-sunken px-3.5 py-2.5 text-meta text-muted">
      <Lock aria-hidden className="icon-sm mt-[3px]" />
      <p className="min-w-0 flex-1 basis-56">
        {invoice.paid_on && <span className="text-ink">Paid on {formatDate(invoice.paid_on)}. </span>}
        {title}. {advice}
      </p>
      {invoice.paid_on && <ChangePaidOn invoice={invoice} paidOn={invoice.paid_on} />}
    </div>
  )
}

function ChangePaidOn({ invoice, paidOn }: { invoice: InvoiceSummary; paidOn: DateOnly }) {
  const [choosing, setChoosing] = useState(false)
  const setDay = useSetPaymentDay(invoice.id)
  return (
    <>
      <Button size="sm" variant="ghost" className="-my-1 -mr-2" onClick={() => setChoosing(true)}>
        Change date
      </Button>
      {choosing && (
        <PaidDialog
          title={`Payment date for ${invoice.invoice_number}`}
          action="Save"
          paidOn={paidOn}
          save={setDay.mutateAsync}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

function Sum({ invoice, notes = true }: { invoice: Invoice | InvoiceSummary; notes?: boolean }) {
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
      <InvoiceTotals
        invoice={invoice}
        taxName={'details' in invoice ? invoice.details.tax_name : ''}
        className="md:col-start-2 md:row-start-1"
      />
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

function NotFound() {
  return <EmptyState icon={<FileX />} title="Invoice not found" text="It may belong to another account." />
}

/** Has the layout of the loaded dialog. Only the items are missing from what the list knows. */
function InvoiceLoading({ known }: { known: InvoiceSummary | undefined }) {
  return (
    <>
      {known ? <Facts invoice={known} saveTyped={async () => true} /> : <Skeleton className="h-14" />}
      {known && isPayable(known) && <RecordPayment disabled className="md:hidden" />}
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
