import { Download, Trash2 } from 'lucide-react'
import { csvMoney } from '#core/csv.ts'
import type { Currency } from '#core/currency.ts'
import { countOf, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import { statusLabel } from '#features/billing/invoices/rules/status.ts'
import { saveCsv } from '#web/data/save-csv.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useRemoveInvoices } from './client.ts'

type InvoiceBulkBarProps = { invoices: readonly InvoiceSummary[]; onClear(): void }

export function InvoiceBulkBar({ invoices, onClear }: InvoiceBulkBarProps) {
  const confirm = useConfirm()
  const removal = useRemoveInvoices()
  const drafts = invoices.filter(({ status }) => status === 'draft')
  const others = invoices.length - drafts.length

  const confirmDelete = async () => {
    const stay = `${countOf(others, 'selected invoice is', 'selected invoices are')} not a draft and ${others === 1 ? 'stays' : 'stay'}.`
    const sure = await confirm({
      title: `Delete ${countOf(drafts.length, 'draft')}?`,
      consequences: [
        'A draft with a number that is not the newest is marked as cancelled, so that your numbers have no gap.',
        others > 0 && stay,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Delete',
    })
    if (sure) removal.mutate({ rows: drafts, input: undefined })
  }

  return (
    <BulkBar
      label="Selected invoices"
      count={invoices.length}
      sum={sumsOf(invoices)
        .map(([currency, total]) => formatMoney(total, currency))
        .join(' + ')}
      onClear={onClear}
    >
      <Button onClick={() => exportInvoices(invoices)}>
        <Download aria-hidden /> Export
      </Button>
      <Button disabled={drafts.length === 0} pending={removal.isPending} onClick={() => void confirmDelete()}>
        <Trash2 aria-hidden /> Delete {drafts.length > 0 && drafts.length < invoices.length ? 'drafts' : ''}
      </Button>
    </BulkBar>
  )
}

const sumsOf = (invoices: readonly InvoiceSummary[]): [Currency, MinorUnits][] =>
  [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, some]) => [
    currency,
    some.reduce((sum, { total }) => sum + total, 0),
  ])

const exportInvoices = (invoices: readonly InvoiceSummary[]) =>
  saveCsv(
    'invoices.csv',
    [
      'Number',
      'Client',
      'Project',
      'Status',
      'Issued',
      'Due',
      'Currency',
      'Subtotal',
      'Tax',
      'Total',
      'Balance',
    ],
    invoices.map((invoice) => [
      invoice.invoice_number,
      invoice.client_name,
      invoice.project_name,
      statusLabel[invoice.status],
      invoice.issue_date,
      invoice.due_date,
      invoice.currency,
      csvMoney(invoice.subtotal, invoice.currency),
      csvMoney(invoice.tax_amount, invoice.currency),
      csvMoney(invoice.total, invoice.currency),
      csvMoney(invoice.balance, invoice.currency),
    ]),
  )
