// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers

import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { quantityFormat, unitLabel } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { truncate } from '#core/text.ts'
import { invoiceInSentence } from '#features/foundation/business/rules.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { draggedStyle, type Sorting } from '#web/ui/sorting.tsx'
import { isPending, useRemoveItem } from './client.ts'
import type { Invoice } from './contract/invoice.ts'
import type { InvoiceItem } from './contract/items.ts'
import { itemTitle, loggedNote } from './rules/items.ts'

type ItemRowProps = {
  invoice: Invoice
  item: InvoiceItem
  sorting: Sorting
  /** True if it can be changed. */
  open: boolean
  /** Its form was just cancelled, so it gets the focus. */
  focused: boolean
  onEdit(): void
  onDeleted(): void
}

export function ItemRow({ invoice, item, sorting, open, focused, onEdit, onDeleted }: ItemRowProps) {
  const title = itemTitle(item)
  const confirm = useConfirm()
  const removal = useRemoveItem(invoice.id)

  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Delete this item?',
      consequences: [
        `“${truncate(title, 80)}” of ${formatMoney(item.amount, invoice.currency)} will be removed from ${invoiceInSentence(invoice)}.`,
        item.work && 'What it bills will be unbilled again.',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Delete',
    })
    if (!sure) return
    removal.mutate(item.id)
    onDeleted()
  }

  return (
    <tr
      ref={sorting.ref}
      role="row"
      className={cx(
        'border-b border-hairline bg-raised max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:gap-x-3 max-md:gap-y-2 max-md:py-3',
        isPending(item) && 'opacity-60',
        sorting.dragged && draggedStyle,
      )}
    >
      {open && (
        <td
          role="cell"
          className="py-1 align-top touch:py-0 max-md:-mt-3 max-md:-mr-2 max-md:-mb-2 max-md:-ml-1 max-md:p-0"
        >
          {!isPending(item) && sorting.handle}
        </td>
      )}
      <td
        role="cell"
        className={cx(
          'py-2.5 pr-2 align-top text-body whitespace-pre-wrap wrap-anywhere max-md:row-start-1 max-md:p-0 max-md:font-medium',
          open ? 'max-md:col-span-2 max-md:col-start-2' : 'max-md:col-span-full',
        )}
      >
        {item.description}
        <LoggedNote item={item} />
      </td>
      <Figure label="Qty" className="max-md:col-span-2">
        {quantityFormat(invoice.items)(item.quantity)} {unitLabel(item.unit, item.quantity)}
      </Figure>
      <Figure label="Rate">{formatMoney(item.rate, invoice.currency)}</Figure>
      <Figure label="Amount" className={cx('font-medium max-md:text-right', !open && 'pr-0')}>
        {formatMoney(item.amount, invoice.currency)}
      </Figure>
      <td
        role="cell"
        className={cx(
          'py-1 text-right align-top whitespace-nowrap touch:py-0 max-md:col-start-4 max-md:row-start-1 max-md:-mt-3 max-md:-mr-3.5 max-md:-mb-2 max-md:p-0',
          open ? 'pl-2' : 'p-0 max-md:hidden',
        )}
      >
        {open && (
          <>
            <PlainIconButton
              size="sm"
              label={`Edit ${title}`}
              icon={<Pencil />}
              disabled={isPending(item)}
              autoFocus={focused}
              onClick={onEdit}
            />
            <PlainIconButton
              size="sm"
              label={`Delete ${title}`}
              icon={<Trash2 />}
              disabled={isPending(item)}
              onClick={askAndDelete}
            />
          </>
        )}
      </td>
    </tr>
  )
}

/** "7.50 h logged, 7 h billed", where the line bills other hours than were logged. */
function LoggedNote({ item }: { item: InvoiceItem }) {
  const note = loggedNote({ ...item, logged_hours: item.work?.logged_hours ?? null })
  return note && <span className="mt-0.5 block text-meta font-normal text-muted tabular-nums">{note}</span>
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
