// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { type RefObject, useState } from 'react'
import { showServerErrors } from '#web/form.ts'
import { cx } from '#web/ui/cx.ts'
import { toItemForm, useAddItem, useUpdateItem } from './client.ts'
import type { Invoice } from './contract.ts'
import { blankItem, ItemFormRow } from './item-form-row.tsx'
import { ItemRow } from './item-row.tsx'
import { mayChangeItems } from './rules.ts'

type InvoiceItemsProps = {
  invoice: Invoice
  /** Where the next item is begun. */
  newItem: RefObject<HTMLInputElement | null>
  onDirtyChange(dirty: boolean): void
}

const HEADERS = ['Description', 'Qty', 'Rate', 'Amount', 'Actions']

export function InvoiceItems({ invoice, newItem, onDirtyChange }: InvoiceItemsProps) {
  const [editing, setEditing] = useState<number | null>(null)
  const add = useAddItem(invoice.id)
  const update = useUpdateItem(invoice.id)
  const open = mayChangeItems(invoice.status)
  const beginNext = () => newItem.current?.focus()

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
          open && item.id === editing ? (
            <ItemFormRow
              key={item.id}
              values={toItemForm(item)}
              label="Save item"
              onDirtyChange={onDirtyChange}
              onCancel={() => setEditing(null)}
              onSave={(values) => {
                update.mutate({ itemId: item.id, form: values })
                setEditing(null)
                beginNext()
              }}
            />
          ) : (
            <ItemRow
              key={item.id}
              invoice={invoice}
              item={item}
              open={open}
              onEdit={() => setEditing(item.id)}
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
            values={blankItem}
            label="Add item"
            firstField={newItem}
            onDirtyChange={onDirtyChange}
            onSave={(values, form) => {
              form.reset(blankItem)
              beginNext()
              add.mutate(values, {
                onError: (error) => {
                  if (form.formState.isDirty) return
                  form.reset(blankItem)
                  for (const [name, value] of Object.entries(values)) {
                    form.setValue(name as keyof typeof values, value, { shouldDirty: true })
                  }
                  showServerErrors(form, error)
                },
              })
            }}
          />
        )}
      </tbody>
    </table>
  )
}
