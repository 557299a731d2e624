// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { type RefObject, useCallback, useRef, useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { cx } from '#web/ui/cx.ts'
import { toItemForm, useAddItem, useUpdateItem } from './client.ts'
import type { Invoice, InvoiceItemForm } from './contract.ts'
import { blankItem, ItemFormRow } from './item-form-row.tsx'
import { ItemRow } from './item-row.tsx'
import { mayChangeItems } from './rules.ts'

type InvoiceItemsProps = {
  invoice: Invoice
  /** Where the next item is begun. */
  newItem: RefObject<HTMLInputElement | null>
  onDirtyChange(dirty: boolean): void
}

/** The line that comes next. A new turn clears it; a line that the server refused comes back into it. */
type Draft = { turn: number; values: DefaultValues<InvoiceItemForm>; returned?: boolean }

const HEADERS = ['Description', 'Qty', 'Rate', 'Amount', 'Actions']

export function InvoiceItems({ invoice, newItem, onDirtyChange }: InvoiceItemsProps) {
  const [editing, setEditing] = useState<{ id: number; values: InvoiceItemForm } | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const add = useAddItem(invoice.id)
  const update = useUpdateItem(invoice.id)
  const open = mayChangeItems(invoice.status)
  const [draft, setDraft] = useState<Draft>({ turn: 0, values: blankItem })
  const typed = useRef({ next: false, edited: false })
  const beginNext = () => newItem.current?.focus()

  const noteNext = useCallback(
    (dirty: boolean) => {
      typed.current.next = dirty
      onDirtyChange(dirty || typed.current.edited)
    },
    [onDirtyChange],
  )
  const noteEdited = useCallback(
    (dirty: boolean) => {
      typed.current.edited = dirty
      onDirtyChange(dirty || typed.current.next)
    },
    [onDirtyChange],
  )

  const addItem = (values: InvoiceItemForm) => {
    setDraft(({ turn }) => ({ turn: turn + 1, values: blankItem }))
    add.mutateAsync(values).catch(() => {
      if (!typed.current.next) setDraft(({ turn }) => ({ turn: turn + 1, values, returned: true }))
    })
  }

  const updateItem = (id: number, values: InvoiceItemForm) => {
    setEditing(null)
    setLeft(null)
    beginNext()
    update
      .mutateAsync({ itemId: id, form: values })
      .catch(() => setEditing((other) => other ?? { id, values }))
  }

  return (
    <table role="table" className="w-full border-collapse text-meta max-md:block">
      <caption className="sr-only">Items of {invoice.invoice_number}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-edge">
          {HEADERS.map((header, index) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={cx(
                'h-9 px-2 font-medium text-faint first:pl-0 last:pr-0',
                index === 0 ? 'text-left' : 'text-right',
                index === 1 && 'w-22',
                (index === 2 || index === 3) && 'w-32',
                index === 4 && 'w-22',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:flex max-md:flex-col">
        {invoice.items.map((item) =>
          open && item.id === editing?.id ? (
            <ItemFormRow
              key={item.id}
              values={editing.values}
              label="Save item"
              focused
              onDirtyChange={noteEdited}
              onCancel={() => {
                setEditing(null)
                setLeft(item.id)
              }}
              onSave={(values) => updateItem(item.id, values)}
            />
          ) : (
            <ItemRow
              key={item.id}
              invoice={invoice}
              item={item}
              open={open}
              focused={item.id === left}
              onEdit={() => setEditing({ id: item.id, values: toItemForm(item) })}
              onDeleted={beginNext}
            />
          ),
        )}
        {invoice.items.length === 0 && !open && (
          <tr role="row">
            <td role="cell" colSpan={HEADERS.length} className="py-4 text-muted">
              No items in this invoice.
            </td>
          </tr>
        )}
        {open && (
          <ItemFormRow
            key={draft.turn}
            values={draft.values}
            returned={draft.returned ?? false}
            label="Add item"
            firstField={newItem}
            focused={draft.turn > 0}
            onDirtyChange={noteNext}
            onSave={addItem}
          />
        )}
      </tbody>
    </table>
  )
}
