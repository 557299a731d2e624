// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { quantityFormat } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isPending, useRemoveItem } from './client.ts'
import type { Invoice, InvoiceItem } from './contract.ts'

type ItemRowProps = {
  invoice: Invoice
  item: InvoiceItem
  /** Whether it can be changed. */
  open: boolean
  /** Its form was just cancelled, so it gets the focus. */
  focused: boolean
  onEdit(): void
  onDeleted(): void
}

export function ItemRow({ invoice, item, open, focused, onEdit, onDeleted }: ItemRowProps) {
  const confirm = useConfirm()
  const removal = useRemoveItem(invoice.id)

  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Delete this item?',
      consequences: `“${truncate(item.description)}” of ${formatMoney(item.amount, invoice.currency)} will be removed from ${invoice.invoice_number}.`,
      confirmLabel: 'Delete',
    })
    if (!sure) return
    removal.mutate(item.id)
    onDeleted()
  }

  return (
    <tr
      role="row"
      className={cx(
        'border-b border-hairline max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-2 max-md:py-3',
        isPending(item) && 'opacity-60',
      )}
    >
      <td
        role="cell"
        className="py-2.5 pr-2 align-top text-body whitespace-pre-wrap wrap-anywhere max-md:col-span-2 max-md:row-start-1 max-md:p-0 max-md:font-medium"
      >
        {item.description}
      </td>
      <Figure label="Qty">{quantityFormat(invoice.items)(item.quantity)}</Figure>
      <Figure label="Rate">{formatMoney(item.rate, invoice.currency)}</Figure>
      <Figure label="Amount" className="font-medium max-md:text-right">
        {formatMoney(item.amount, invoice.currency)}
      </Figure>
      <td
        role="cell"
        className="py-1 pl-2 text-right align-top whitespace-nowrap max-md:col-start-3 max-md:row-start-1 max-md:-my-2 max-md:-mr-3.5 max-md:p-0"
      >
        {open && (
          <>
            <IconButton
              size="sm"
              label={`Edit ${item.description}`}
              icon={<Pencil />}
              tooltip={false}
              disabled={isPending(item)}
              autoFocus={focused}
              onClick={onEdit}
            />
            <IconButton
              size="sm"
              label={`Delete ${item.description}`}
              icon={<Trash2 />}
              tooltip={false}
              disabled={isPending(item)}
              onClick={askAndDelete}
            />
          </>
        )}
      </td>
    </tr>
  )
}

type FigureProps = { label: string; className?: string; children: ReactNode }

function Figure({ label, className, children }: FigureProps) {
  return (
    <td
      role="cell"
      data-label={label}
      className={cx(
        'px-2 py-2.5 align-top text-body tabular-nums md:text-right max-md:flex max-md:flex-col max-md:p-0 max-md:before:text-micro max-md:before:text-faint max-md:before:content-[attr(data-label)]',
        className,
      )}
    >
      {children}
    </td>
  )
}

const truncate = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
