// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { Check, Plus, X } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useEffect, useId, useImperativeHandle } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { previewAmount } from '#core/document-lines.ts'
import { moneyFigure, QUANTITY } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { Input } from '#web/ui/input.tsx'
import { type InvoiceItemForm, InvoiceItemInput } from './contract.ts'

export const blankItem: DefaultValues<InvoiceItemForm> = { description: '', quantity: 1 }

/** A form with input that is not saved yet. */
export type UnsavedInput = {
  /** Saves it. Returns false if it cannot be saved; the errors are then shown. */
  save(): Promise<boolean>
}

type ItemFormRowProps = {
  ref: Ref<UnsavedInput>
  values: DefaultValues<InvoiceItemForm>
  currency: Currency
  label: 'Add item' | 'Save item'
  /** Refused by the server, so it counts as unsaved input. */
  returned?: boolean
  firstField?: RefObject<HTMLInputElement | null>
  /** Focused when it appears. */
  focused: boolean
  /** Returns whether the server accepted it. */
  onSave(values: InvoiceItemForm): Promise<boolean>
  /** Cancels editing, or clears the new item. */
  onLeave(): void
  onDirtyChange(dirty: boolean): void
}

/** An item in edit mode: Enter in any field saves it, Esc cancels. */
export function ItemFormRow(props: ItemFormRowProps) {
  const { ref, values, currency, label, returned = false, firstField, focused } = props
  const { onSave, onLeave, onDirtyChange } = props
  const isNew = label === 'Add item'
  const form = useSchemaForm(InvoiceItemInput, values)
  const { register, handleSubmit, watch, formState } = form
  const { errors } = formState
  const isDirty = formState.isDirty || returned
  const formId = useId()
  const { ref: ownRef, ...description } = register('description')
  const amount = previewAmount(watch('quantity'), watch('rate'), currency)

  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])

  const save = async () => {
    if (!isDirty) return true
    let saved = false
    await handleSubmit(async (entered) => {
      saved = await onSave(entered)
    })()
    return saved
  }
  useImperativeHandle(ref, () => ({ save }))

  const inlineEdit = useInlineEdit({
    editing: !isNew || isDirty,
    changed: isDirty,
    onLeave,
  })

  return (
    <tr
      role="row"
      {...inlineEdit}
      className="border-b border-hairline max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:py-3"
    >
      <Cell className="pl-0 max-md:col-span-2">
        <Field label="Description" className={labelled} error={errors.description?.message}>
          <Input
            form={formId}
            autoComplete="off"
            placeholder={isNew ? 'Add an item' : undefined}
            autoFocus={focused}
            {...description}
            ref={(input) => {
              ownRef(input)
              if (firstField) firstField.current = input
            }}
          />
        </Field>
      </Cell>
      <Cell>
        <Field label="Qty" className={labelled} error={errors.quantity?.message}>
          <FigureInput form={formId} {...figure(register, 'quantity', QUANTITY)} />
        </Field>
      </Cell>
      <Cell>
        <Field label="Rate" className={labelled} error={errors.rate?.message}>
          <MoneyInput form={formId} {...figure(register, 'rate', moneyFigure(currency))} />
        </Field>
      </Cell>
      <Cell className="max-md:self-end md:px-2">
        <span aria-hidden className="text-meta font-medium md:hidden">
          Amount
        </span>
        <output
          aria-label="Amount"
          className="flex h-9 items-center text-body font-medium tabular-nums md:justify-end"
        >
          {amount === null ? <span className="text-faint">—</span> : formatMoney(amount, currency)}
        </output>
      </Cell>
      <Cell className="max-md:self-end md:pr-0">
        <form
          id={formId}
          noValidate
          onSubmit={handleSubmit((entered) => void onSave(entered))}
          className="flex min-h-9 items-center justify-end"
        >
          {isNew ? (
            <Button type="submit" size="sm" className="max-md:w-full md:w-8 md:px-0">
              <Plus aria-hidden /> <span className="md:sr-only">{label}</span>
            </Button>
          ) : (
            <>
              <IconButton type="submit" size="sm" label={label} icon={<Check />} tooltip={false} />
              <IconButton size="sm" label="Cancel" icon={<X />} tooltip={false} onClick={onLeave} />
            </>
          )}
        </form>
      </Cell>
    </tr>
  )
}

/** The column header labels the field where there are columns. */
const labelled = 'md:[&>:first-child]:sr-only'

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td role="cell" className={cx('px-1.5 py-2 align-top max-md:p-0', className)}>
      {children}
    </td>
  )
}
