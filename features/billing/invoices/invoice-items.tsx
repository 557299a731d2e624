// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { Plus } from 'lucide-react'
import {
  type ComponentProps,
  Fragment,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Currency } from '#core/currency.ts'
import { writeQuantity } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { toMinorUnits } from '#core/money.ts'
import { unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { type Comparison, ConflictPanel, type Difference, differencesOf } from '#web/forms/conflict.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useSorting } from '#web/ui/sorting.tsx'
import { toast } from '#web/ui/toast.ts'
import { isPending, toItemForm, useAddItem, useNewItem, useOrderItems, useUpdateItem } from './client.ts'
import { Invoice } from './contract/invoice.ts'
import { InvoiceItem, type InvoiceItemForm, InvoiceItemInput } from './contract/items.ts'
import { ItemFormRow, type UnsavedInput } from './item-form-row.tsx'
import { ItemRow } from './item-row.tsx'
import { LineRequestRow } from './line-request-row.tsx'
import { itemTitle } from './rules/items.ts'
import { isFixed } from './rules/sealing.ts'
import { mayChangeItems } from './rules/status.ts'

type InvoiceItemsProps = {
  ref: Ref<UnsavedInput>
  invoice: Invoice
  /** The description field of the new item. */
  newItem: RefObject<HTMLTextAreaElement | null>
  /** True if the items cannot be changed now. Requests of the client can still be answered. */
  isReadOnly: boolean
  /** Credits a line that a client contests and that no longer changes. */
  onCreditLine(itemId: number): void
  onDirtyChange(dirty: boolean): void
}

/** The new item. A new round clears it; an item that the server refused is put back into it. */
type Draft = { round: number; refused?: InvoiceItemForm }

/** The item being edited, the version of the invoice it is based on, and how the saved item differs, if it does. */
type Editing = {
  id: number
  values: InvoiceItemForm
  since: number
  returned?: true
  differences?: Difference[]
}

const comparisonIn = (currency: Currency): Comparison<typeof InvoiceItemInput, InvoiceItem> => ({
  record: InvoiceItem,
  input: InvoiceItemInput,
  toForm: (item) => toItemForm(item, currency),
  fields: {
    description: { label: 'Description' },
    quantity: { label: 'Qty', text: (quantity) => writeQuantity(quantity) },
    unit: { label: 'Unit' },
    rate: { label: 'Rate', text: (rate) => formatMoney(toMinorUnits(Number(rate), currency), currency) },
  },
})

const withoutDifferences = ({ differences: _, ...editing }: Editing): Editing => editing

const COLUMNS = [
  { header: 'Description', style: 'pl-0 text-left' },
  { header: 'Qty', style: 'w-48 text-right lg:w-46' },
  { header: 'Rate', style: 'w-32 text-right' },
  { header: 'Amount', style: 'w-26 text-right lg:w-32' },
  { header: 'Actions', style: 'w-22 pr-0 text-right' },
]

/** Without actions the amounts stand at the edge, above their sum. */
const readOnlyStyles: Record<string, string> = { Amount: 'w-26 pr-0 text-right', Actions: 'w-0 pr-0 pl-0' }

export function InvoiceItems({
  ref,
  invoice,
  newItem,
  isReadOnly,
  onCreditLine,
  onDirtyChange,
}: InvoiceItemsProps) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const [lastEdited, setLastEdited] = useState<number | null>(null)
  const add = useAddItem(invoice.id)
  const update = useUpdateItem(invoice.id)
  const open = mayChangeItems(invoice.status) && !isReadOnly
  const blank = useNewItem(invoice)
  const [draft, setDraft] = useState<Draft>({ round: 0 })
  const [isAdding, setAdding] = useState(false)
  const isFolded = invoice.status !== 'draft' && !isAdding && draft.refused === undefined
  const typed = useRef({ next: false, edited: false })
  const rows = { next: useRef<UnsavedInput>(null), edited: useRef<UnsavedInput>(null) }
  const pendingSaves = useRef(new Set<Promise<boolean>>())
  const focusNewItem = () => newItem.current?.focus()
  const { mutate: order } = useOrderItems(invoice.id)
  const { shown, sortingOf, status } = useSorting<InvoiceItem>({
    items: invoice.items,
    itemKey: ({ id }) => id,
    itemLabel: itemTitle,
    onReorder: useCallback(
      (ids: number[]) => isNewOrder(invoice.items, ids) && order(ids),
      [invoice.items, order],
    ),
  })

  const onNewItemDirty = useCallback(
    (dirty: boolean) => {
      typed.current.next = dirty
      onDirtyChange(dirty || typed.current.edited)
    },
    [onDirtyChange],
  )
  const onEditedDirty = useCallback(
    (dirty: boolean) => {
      typed.current.edited = dirty
      onDirtyChange(dirty || typed.current.next)
    },
    [onDirtyChange],
  )

  useImperativeHandle(ref, () => ({
    save: async () =>
      (await Promise.all(pendingSaves.current)).every(Boolean) &&
      ((await rows.edited.current?.save()) ?? true) &&
      ((await rows.next.current?.save()) ?? true),
  }))

  const track = (change: Promise<unknown>, onRefused: (error: unknown) => void): Promise<boolean> => {
    const saved = change.then(
      () => true,
      (error: unknown) => {
        onRefused(error)
        return false
      },
    )
    pendingSaves.current.add(saved)
    void saved.then(() => pendingSaves.current.delete(saved))
    return saved
  }

  const clearDraft = () => setDraft(({ round }) => ({ round: round + 1 }))

  const addItem = (values: InvoiceItemForm) => {
    clearDraft()
    return track(add.mutateAsync(values), () => restoreDraft(values))
  }

  const restoreDraft = (values: InvoiceItemForm) => {
    if (!typed.current.next) setDraft(({ round }) => ({ round: round + 1, refused: values }))
  }

  const updateItem = ({ id, since }: Editing, values: InvoiceItemForm) => {
    setEditing(null)
    setLastEdited(null)
    focusNewItem()
    const change = update.mutateAsync({ itemId: id, form: values, ifMatch: since })
    return track(change, (error) => {
      const saved = savedIn(error, Invoice)
      if (saved) editAgain({ id, values, since: saved.version }, saved)
      else setEditing((other) => other ?? { id, values, since, returned: true })
    })
  }

  const editAgain = (unsaved: Editing, saved: Invoice) => {
    const item = saved.items.find(({ id }) => id === unsaved.id)
    if (!item) {
      toast.error('Failed to save item', 'It was deleted elsewhere. What you typed is in the new item.')
      restoreDraft(unsaved.values)
      return
    }
    const differences = differencesOf(comparisonIn(saved.currency), unsaved.values, item)
    if (differences.length > 0) setEditing((other) => other ?? { ...unsaved, returned: true, differences })
  }

  const requestsWhere = (isShown: (itemId: number) => boolean) =>
    unsettledRequests(invoice)
      .filter(({ item_id }) => isShown(item_id))
      .map((request) => (
        <LineRequestRow
          key={request.id}
          invoice={invoice}
          request={request}
          columns={COLUMNS.length + 1}
          open={mayChangeItems(invoice.status)}
          onCredit={isFixed(invoice) ? () => onCreditLine(request.item_id) : undefined}
        />
      ))

  return (
    <>
      <table role="table" className="w-full border-collapse text-meta max-md:block">
        <caption className="sr-only">Items of {invoiceTitle(invoice)}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-edge">
            {open && (
              <th role="columnheader" scope="col" className="w-6">
                <span className="sr-only">Order</span>
              </th>
            )}
            {COLUMNS.map(({ header, style }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={cx('h-9 px-2 font-medium text-faint', (!open && readOnlyStyles[header]) || style)}
              >
                {header === 'Actions' && !open ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:flex max-md:flex-col">
          {shown.map((item) =>
            open && item.id === editing?.id ? (
              <Fragment key={item.id}>
                {editing.differences && (
                  <ConflictRow
                    differences={editing.differences}
                    onKeep={() => setEditing(withoutDifferences(editing))}
                    onUseSaved={() => setEditing(null)}
                  />
                )}
                <ItemFormRow
                  ref={rows.edited}
                  rowRef={sortingOf(item).ref}
                  saved={item}
                  currency={invoice.currency}
                  values={editing.values}
                  returned={editing.returned ?? false}
                  label="Save item"
                  focused
                  onDirtyChange={onEditedDirty}
                  onLeave={() => {
                    setEditing(null)
                    setLastEdited(item.id)
                  }}
                  onSave={(values) => updateItem(editing, values)}
                />
              </Fragment>
            ) : (
              <Fragment key={item.id}>
                <ItemRow
                  invoice={invoice}
                  item={item}
                  sorting={sortingOf(item)}
                  open={open}
                  focused={item.id === lastEdited}
                  onEdit={() =>
                    setEditing({
                      id: item.id,
                      values: toItemForm(item, invoice.currency),
                      since: invoice.version,
                    })
                  }
                  onDeleted={focusNewItem}
                />
                {requestsWhere((itemId) => itemId === item.id)}
              </Fragment>
            ),
          )}
          {requestsWhere((itemId) => !invoice.items.some(({ id }) => id === itemId))}
          {invoice.items.length === 0 && !open && (
            <tr role="row">
              <td role="cell" colSpan={COLUMNS.length} className="py-4 text-muted">
                No items in this invoice.
              </td>
            </tr>
          )}
          {open && isFolded && (
            <tr role="row">
              <td role="cell" colSpan={COLUMNS.length + 1} className="py-2">
                <Button size="sm" onClick={() => setAdding(true)}>
                  <Plus aria-hidden /> Add an item
                </Button>
              </td>
            </tr>
          )}
          {open && !isFolded && (
            <ItemFormRow
              key={draft.round}
              ref={rows.next}
              currency={invoice.currency}
              values={draft.refused ?? blank}
              returned={draft.refused !== undefined}
              label="Add item"
              firstField={newItem}
              focused={draft.round > 0 || isAdding}
              onDirtyChange={onNewItemDirty}
              onLeave={clearDraft}
              onSave={addItem}
            />
          )}
        </tbody>
      </table>
      {status}
    </>
  )
}

const isNewOrder = (items: InvoiceItem[], ids: number[]): boolean =>
  !items.some(isPending) && items.some(({ id }, index) => id !== ids[index])

function ConflictRow(props: ComponentProps<typeof ConflictPanel>) {
  return (
    <tr role="row">
      <td role="cell" colSpan={COLUMNS.length + 1} className="py-2">
        <ConflictPanel {...props} />
      </td>
    </tr>
  )
}
