// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { Check, Plus, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { Controller, type DefaultValues } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { previewAmount, Unit } from '#core/document-lines.ts'
import { moneyFigure, QUANTITY } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type InvoiceItem, type InvoiceItemForm, InvoiceItemInput } from './contract/items.ts'

const UNITS = Unit.options.map((unit) => ({ value: unit, label: unit || 'No unit' }))

/** A form with input that is not saved yet. */
export type UnsavedInput = {
  /** Saves it. Returns false if it cannot be saved; the errors are then shown. */
  save(): Promise<boolean>
}

type ItemFormRowProps = {
  ref: Ref<UnsavedInput>
  values: DefaultValues<InvoiceItemForm>
  currency: Currency
  /** The item that is edited. */
  saved?: InvoiceItem
  label: 'Add item' | 'Save item'
  /** Refused by the server, so it counts as unsaved input. */
  returned?: boolean
  firstField?: RefObject<HTMLTextAreaElement | null>
  /** Focused when it appears. */
  focused: boolean
  /** Ref of its row in an ordered list. */
  rowRef?: Ref<HTMLTableRowElement>
  /** Returns whether the server accepted it. */
  onSave(values: InvoiceItemForm): Promise<boolean>
  /** Cancels editing, or clears the new item. */
  onLeave(): void
  onDirtyChange(dirty: boolean): void
}

/** An item in edit mode: Enter in a field of one line saves it, and Ctrl+Enter in its text; Esc cancels. */
export function ItemFormRow(props: ItemFormRowProps) {
  const { ref, values, currency, saved, label, returned = false, firstField, focused, rowRef } = props
  const { onSave, onLeave, onDirtyChange } = props
  const isNew = label === 'Add item'
  const form = useSchemaForm(InvoiceItemInput, values)
  const { register, control, handleSubmit, watch, reset, formState } = form
  const { errors } = formState
  const isDirty = formState.isDirty || returned
  const formId = useId()
  const { ref: ownRef, ...description } = register('description')
  const amount = previewAmount(watch('quantity'), watch('rate'), currency, saved)

  const untouched = useRef(true)
  untouched.current = !isDirty
  useEffect(() => {
    if (untouched.current) reset(values)
  }, [values, reset])

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

  const submit = handleSubmit((entered) => void onSave(entered))
  const submitText = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }

  return (
    <tr
      ref={rowRef}
      role="row"
      {...inlineEdit}
      className="border-b border-hairline max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:py-3"
    >
      <td role="cell" className="max-md:hidden" />
      <Cell className="pl-0 max-md:col-span-2">
        <Field label="Description" className={labelled} error={errors.description?.message}>
          <Textarea
            rows={1}
            form={formId}
            autoComplete="off"
            onKeyDown={submitText}
            placeholder={isNew ? 'Add an item' : undefined}
            autoFocus={focused}
            {...description}
            ref={(field) => {
              ownRef(field)
              if (firstField) firstField.current = field
            }}
          />
        </Field>
      </Cell>
      <Cell className="max-md:col-span-2">
        <div className="flex gap-1.5 max-md:gap-3">
          <Field label="Qty" className={cx(labelled, 'flex-1')} error={errors.quantity?.message}>
            <FigureInput form={formId} {...figure(register, 'quantity', QUANTITY)} />
          </Field>
          <Controller
            control={control}
            name="unit"
            render={({ field: { onChange, value, ...field } }) => (
              <Field label="Unit" className={cx(labelled, 'w-25 max-md:flex-1')} error={errors.unit?.message}>
                <Select
                  {...field}
                  value={value || null}
                  onValueChange={onChange}
                  options={UNITS}
                  placeholder="Unit"
                />
              </Field>
            )}
          />
        </div>
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
          {amount === null ? <span className="text-faint">–</span> : formatMoney(amount, currency)}
        </output>
      </Cell>
      <Cell className="max-md:col-span-2 md:pr-0">
        <form id={formId} noValidate onSubmit={submit} className="flex min-h-9 items-center justify-end">
          {isNew ? (
            <Button type="submit" size="sm" className="max-md:w-full md:w-8 md:px-0">
              <Plus aria-hidden /> <span className="md:sr-only">{label}</span>
            </Button>
          ) : (
            <>
              <PlainIconButton type="submit" size="sm" label={label} icon={<Check />} />
              <PlainIconButton size="sm" label="Cancel" icon={<X />} onClick={onLeave} />
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
