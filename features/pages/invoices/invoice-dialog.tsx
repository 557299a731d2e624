import { useQuery } from '@tanstack/react-query'
import { FileX, Pencil, Send } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMoney } from '#core/format.ts'
import { CreditNotesSection } from '#features/billing/credit-notes/credit-notes-section.tsx'
import { EInvoiceSection } from '#features/billing/documents/e-invoice-section.tsx'
import { InvoicePaper } from '#features/billing/documents/invoice-paper.tsx'
import { InvoiceTotals } from '#features/billing/documents/invoice-totals.tsx'
import { ApprovalSection } from '#features/billing/invoices/approval-section.tsx'
import { invoiceQuery } from '#features/billing/invoices/client.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { Invoice, InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import { InvoiceDetailsForm } from '#features/billing/invoices/invoice-details-form.tsx'
import { InvoiceItems } from '#features/billing/invoices/invoice-items.tsx'
import type { UnsavedInput } from '#features/billing/invoices/item-form-row.tsx'
import { MoneyNotices } from '#features/billing/invoices/money-notices.tsx'
import { PaidNotice } from '#features/billing/invoices/paid-notice.tsx'
import { PaymentDialog } from '#features/billing/invoices/payment-dialog.tsx'
import { isFixed, isOwed } from '#features/billing/invoices/rules/sealing.ts'
import { isLocked, isPayable, opensReadOnly, statusLabel } from '#features/billing/invoices/rules/status.ts'
import { LateNotice } from '#features/billing/sending/late-notice.tsx'
import { ScheduleNotice } from '#features/billing/sending/schedule-notice.tsx'
import { SendDialog } from '#features/billing/sending/send-dialog.tsx'
import { History } from '#features/foundation/audit/history.tsx'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { callPage } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useMedia } from '#web/ui/use-wide.ts'
import { type Crediting, CreditingDialogs } from './crediting-dialogs.tsx'
import { MoreActions, MoreButton, RecordPayment } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceTimeline } from './invoice-timeline.tsx'
import { ChangedNotice, SentNotice } from './sent-notice.tsx'

type InvoiceDialogProps = {
  id: number
  /** The invoice as the list shows it, so that the dialog opens with its number. */
  known: InvoiceSummary | undefined
  onClose(): void
}

export function InvoiceDialog({ id, known, onClose }: InvoiceDialogProps) {
  const query = useQuery({ ...invoiceQuery(id), ...live })
  const { data: invoice, error } = query
  const isUnknown = error instanceof ApiError && error.status < 500
  const failure = failureOf(query)
  const [editing, setEditing] = useState(false)
  const [unlocked, setUnlocked] = useState(false)
  const step = useSearchParams()[0].get('step')
  const [sending, setSending] = useState<'now' | 'later' | null>(
    step === 'send' || step === 'remind' ? 'now' : null,
  )
  const [paying, setPaying] = useState(step === 'pay')
  const [removed, setRemoved] = useState(false)
  const [crediting, setCrediting] = useState<Crediting | null>(null)
  const [unsaved, setUnsaved] = useState({ details: false, item: false })
  const [preview, setPreview] = useState<Invoice | null>(null)
  const newItem = useRef<HTMLTextAreaElement>(null)
  const typed = { details: useRef<UnsavedInput>(null), items: useRef<UnsavedInput>(null) }
  const editButton = useEditButton(editing)
  const setItemUnsaved = useCallback((item: boolean) => setUnsaved((now) => ({ ...now, item })), [])
  const setDetailsUnsaved = useCallback((details: boolean) => setUnsaved((now) => ({ ...now, details })), [])
  const isPhone = useMedia('(width < 48rem)')
  const shown = invoice ?? known
  const isReadOnly = invoice !== undefined && (isFixed(invoice) || (opensReadOnly(invoice) && !unlocked))

  const edit = () => {
    setUnlocked(true)
    setEditing(true)
  }

  const saveTyped = async () =>
    ((await typed.details.current?.save()) ?? true) && ((await typed.items.current?.save()) ?? true)
  const sendAt = async (choice: 'now' | 'later') => {
    if (await saveTyped()) setSending(choice)
  }
  const send = () => sendAt('now')
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
        <span className="whitespace-nowrap">
          {shown ? invoiceTitle(shown) : isUnknown ? 'Invoice not found' : 'Invoice'}
          {shown && invoiceTitle(shown) !== statusLabel[shown.status] && (
            <span className="sr-only"> {statusLabel[shown.status]}</span>
          )}
        </span>
      }
      description={isPhone && shown && <MoneyLine invoice={preview ?? shown} />}
      guardUnsaved={unsaved.details || unsaved.item}
      {...(invoice?.items.length === 0 && !isLocked(invoice.status) && { initialFocus: newItem })}
      headerActions={
        shown && (
          <>
            {isOwed(shown) && (
              <RecordPayment
                variant={editing ? 'ghost' : 'primary'}
                disabled={!invoice}
                onClick={recordPayment}
                className="max-md:hidden"
              />
            )}
            {!isLocked(shown.status) && (
              <Button
                variant={shown.status === 'draft' && !editing ? 'primary' : 'ghost'}
                disabled={!invoice}
                onClick={send}
              >
                <Send aria-hidden />
                <span className={shown.status === 'draft' ? 'max-[23rem]:sr-only' : 'max-md:sr-only'}>
                  {invoice?.sent_at ? 'Send again' : 'Send'}
                </span>
              </Button>
            )}
            {!isFixed(shown) && (
              <Button ref={editButton} variant="ghost" disabled={!invoice || editing} onClick={edit}>
                <Pencil aria-hidden /> <span className="max-md:sr-only">Edit</span>
              </Button>
            )}
            {invoice ? (
              <MoreActions
                invoice={invoice}
                saveTyped={saveTyped}
                onRemoved={leaveRemoved}
                onCredit={setCrediting}
              />
            ) : (
              <MoreButton disabled />
            )}
          </>
        )
      }
    >
      <DialogBody className="gap-6">
        {!invoice &&
          (isUnknown ? (
            <NotFound />
          ) : failure ? (
            <LoadFailed what="This invoice" {...failure} />
          ) : (
            <InvoiceLoading known={known} />
          ))}
        {invoice && (
          <>
            {opensReadOnly(invoice) && unlocked && <SentNotice invoice={invoice} />}
            {editing ? (
              <InvoiceDetailsForm
                ref={typed.details}
                invoice={invoice}
                onDirtyChange={setDetailsUnsaved}
                onPreview={setPreview}
                onDone={() => setEditing(false)}
              />
            ) : (
              <InvoiceFacts invoice={invoice} saveTyped={saveTyped} onCredit={setCrediting} />
            )}
            {isOwed(invoice) && !editing && !invoice.paid_notice && (
              <RecordPayment onClick={recordPayment} className="md:hidden" />
            )}
            {invoice.status === 'overdue' && invoice.balance > 0 && !invoice.paid_notice && (
              <LateNotice invoice={invoice} onRemind={send} />
            )}
            <ScheduleNotice invoice={invoice} onSend={sendAt} saveTyped={saveTyped} />
            <ChangedNotice invoice={invoice} onSend={send} />
            <PaidNotice invoice={invoice} onRecordPayment={recordPayment} />
            <ApprovalSection invoice={invoice} />
            <InvoiceItems
              ref={typed.items}
              invoice={invoice}
              newItem={newItem}
              isReadOnly={isReadOnly}
              onCreditLine={(itemId) => setCrediting({ kind: 'credit', itemId })}
              onDirtyChange={setItemUnsaved}
            />
            <Sum invoice={preview ?? invoice} notes={!editing} />
            <MoneyNotices invoice={invoice} />
            <CreditNotesSection invoice={invoice} onOpen={({ id }) => setCrediting({ kind: 'note', id })} />
            <InvoiceTimeline invoice={invoice} />
            <History
              queryKey={['invoices', 'history', id]}
              load={(cursor) =>
                callPage(invoicesApi.history, { params: { id }, query: { cursor, limit: 50 } })
              }
            />
            <EInvoiceSection invoice={invoice} onEdit={edit} />
            <InvoicePaper invoice={invoice} />
            <CreditingDialogs invoice={invoice} shown={crediting} onShow={setCrediting} />
            {sending && !isLocked(invoice.status) && (
              <SendDialog invoice={invoice} later={sending === 'later'} onClose={() => setSending(null)} />
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

/** The total and the balance, above all that scrolls. */
function MoneyLine({ invoice }: { invoice: Invoice | InvoiceSummary }) {
  const { total, balance, currency, status, number } = invoice
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      <span>
        Total <span className="font-medium text-ink">{formatMoney(total, currency)}</span>
      </span>
      {status !== 'cancelled' && number !== null && status !== 'draft' && (
        <span>
          Balance <span className="font-medium text-ink">{formatMoney(balance, currency)}</span>
        </span>
      )}
    </span>
  )
}

function Sum({ invoice, notes }: { invoice: Invoice; notes: boolean }) {
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

function NotFound() {
  return <EmptyState icon={<FileX />} title="Invoice not found" text="It may belong to another account." />
}

/** Has the layout of the loaded dialog. The items and their sum are missing from what the list knows. */
function InvoiceLoading({ known }: { known: InvoiceSummary | undefined }) {
  return (
    <>
      {known ? (
        <InvoiceFacts invoice={known} saveTyped={async () => true} onCredit={() => undefined} />
      ) : (
        <Skeleton className="h-14" />
      )}
      {known && isOwed(known) && <RecordPayment disabled className="md:hidden" />}
      {known?.approval_status && <Skeleton className="h-14" />}
      <Loading>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-7" />
          <Skeleton className="h-7" />
          <Skeleton className="h-10" />
        </div>
      </Loading>
      <Skeleton className="ml-auto h-24 w-68 max-w-full" />
    </>
  )
}
