import { useQuery } from '@tanstack/react-query'
import { FileText, Plus } from 'lucide-react'
import { formatCount, formatMoney } from '#core/format.ts'
import { InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { InvoiceList } from '#features/billing/invoices/invoice-list.tsx'
import { INVOICE_TABS, listStatusLabel, listSum } from '#features/billing/invoices/rules/status.ts'
import { RATE_MISSING } from '#features/foundation/currencies/rules.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useStatusLink } from '#web/navigation/status-link.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusLinks } from '#web/ui/status-links.tsx'
import { sumsQuery, useInvoicesOf } from './client.ts'

const InvoiceDialog = lazyDialog(() => import('./invoice-dialog.tsx'), 'InvoiceDialog')

type InvoicesTabProps = {
  of: { client_id: number } | { project_id: number }
  noun: 'client' | 'project'
  /** An erased client's name remains on its invoices only. */
  namesClient?: boolean
  emptyText: string
  /** The address that creates one; null if that is not possible. */
  create: string | null
}

/** The invoices of a client or a project, by status, with what they add up to. */
export function InvoicesTab({ of, noun, namesClient = false, emptyText, create }: InvoicesTabProps) {
  const status = useStatusLink(InvoiceListStatus.options)
  const { items, searching, failure, ...paging } = useInvoicesOf({ ...of, status })
  const { dialog, openView, close } = useDialogLink()
  const isEmpty = !searching && items?.length === 0
  return (
    <>
      {(status || !isEmpty) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <StatusLinks options={tabsWith(status)} label={(one) => listStatusLabel[one]} chosen={status} />
          {create && items && items.length > 0 && (
            <ButtonLink to={create} className="max-md:w-full">
              <Plus aria-hidden /> Create Invoice
            </ButtonLink>
          )}
        </div>
      )}
      {status && ADDED_UP.has(status) && <Sum filter={{ ...of, status }} status={status} />}
      {(items === undefined || searching) && (
        <Loading>
          <Skeleton className="mb-2 h-36 md:h-19" />
          <Skeleton className="h-36 md:h-19" />
        </Loading>
      )}
      {failure && <LoadFailed what={`The invoices of this ${noun}`} {...failure} />}
      {!failure && isEmpty && (
        <EmptyState
          icon={<FileText />}
          title={status ? 'No such invoices' : 'No invoices yet'}
          text={status ? `This ${noun} has no invoices with this status.` : emptyText}
          action={!status && create && <ButtonLink to={create}>Create Invoice</ButtonLink>}
        />
      )}
      {!searching && items && items.length > 0 && (
        <InvoiceList invoices={items} of={namesClient ? undefined : noun} onView={openView} {...paging} />
      )}
      {dialog?.mode === 'view' && (
        <InvoiceDialog
          key={dialog.id}
          id={dialog.id}
          known={items?.find((invoice) => invoice.id === dialog.id)}
          onClose={close}
        />
      )}
    </>
  )
}

/** A list that a link opens, such as from the money above it, has a tab as long as it is shown. */
const tabsWith = (status: InvoiceListStatus | undefined): InvoiceListStatus[] => [
  ...new Set([...INVOICE_TABS, ...(status ? [status] : [])]),
]

/** Those with something left to pay. */
const ADDED_UP = new Set<InvoiceListStatus>(InvoiceListStatus.exclude(['paid', 'cancelled']).options)

type SumProps = { filter: Parameters<typeof sumsQuery>[1]; status: InvoiceListStatus }

function Sum({ filter, status }: SumProps) {
  const { data: sums } = useQuery(sumsQuery('', filter))
  const { amount, count } = sums ? listSum(sums, status) : { amount: 0, count: 0 }
  return (
    <p className="mb-3 min-h-lh text-meta text-muted tabular-nums">
      {sums &&
        count > 0 &&
        [
          `${formatCount(count)} ${count === 1 ? 'invoice' : 'invoices'}`,
          formatMoney(amount, sums.currency),
          !sums.is_complete && RATE_MISSING,
        ]
          .filter(Boolean)
          .join(' · ')}
    </p>
  )
}
