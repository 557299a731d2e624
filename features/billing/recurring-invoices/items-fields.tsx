import { Plus, X } from 'lucide-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { previewAmount, Unit } from '#core/document-lines.ts'
import { moneyFigure, QUANTITY } from '#core/figures.ts'
import { LineAmount } from '#features/billing/invoices/line-amount.tsx'
import { figure } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { MAX_RECURRING_ITEMS, type RecurringInvoiceForm } from './contract.ts'

type ItemsForm = Pick<RecurringInvoiceForm, 'items'>

type ItemForm = NonNullable<RecurringInvoiceForm['items']>[number]

/** Its rate has to be entered. */
export const NEW_ITEM = { description: '', quantity: 1, unit: '' } as ItemForm

const UNITS = Unit.options.map((unit) => ({ value: unit, label: unit || 'No unit' }))

/** The items of the form around it. */
export function ItemsFields({ prefix, currency }: { prefix: string; currency: Currency }) {
  const { control, formState } = useFormContext<ItemsForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const error = formState.errors.items?.root?.message ?? formState.errors.items?.message
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-meta font-medium">Items</legend>
      {fields.map(({ id }, index) => (
        <ItemFields
          key={id}
          prefix={`${prefix}-items-${index}`}
          index={index}
          currency={currency}
          onRemove={fields.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {error && (
        <p role="alert" className="text-meta text-red-ink">
          {error}
        </p>
      )}
      {fields.length < MAX_RECURRING_ITEMS && (
        <Button
          id={`${prefix}-items`}
          size="sm"
          className="self-start"
          onClick={() => append({ ...NEW_ITEM }, { focusName: `items.${fields.length}.description` })}
        >
          <Plus aria-hidden /> Add item
        </Button>
      )}
    </fieldset>
  )
}

type ItemFieldsProps = {
  prefix: string
  index: number
  currency: Currency
  onRemove: (() => void) | undefined
}

function ItemFields({ prefix, index, currency, onRemove }: ItemFieldsProps) {
  const { register, control, watch, formState } = useFormContext<ItemsForm>()
  const errors = formState.errors.items?.[index]
  const item = watch(`items.${index}`)
  const amount = previewAmount(item?.quantity, item?.rate, currency)
  return (
    <div className="flex flex-col gap-3 rounded border border-hairline p-3">
      <div className="flex items-start gap-2">
        <Field
          id={`${prefix}-description`}
          label="Description"
          required
          className="flex-1"
          error={errors?.description?.message}
        >
          <Textarea rows={1} autoComplete="off" {...register(`items.${index}.description`)} />
        </Field>
        {onRemove && (
          <IconButton
            label={`Remove item ${index + 1}`}
            icon={<X />}
            size="sm"
            className="-mt-1 -mr-1"
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6rem_8rem_1fr_auto]">
        <Field id={`${prefix}-quantity`} label="Qty" required error={errors?.quantity?.message}>
          <FigureInput {...figure(register, `items.${index}.quantity`, QUANTITY)} />
        </Field>
        <Controller
          control={control}
          name={`items.${index}.unit`}
          render={({ field: { onChange, value, ...field } }) => (
            <Field id={`${prefix}-unit`} label="Unit" error={errors?.unit?.message}>
              <Select {...field} value={value ?? ''} onValueChange={onChange} options={UNITS} />
            </Field>
          )}
        />
        <Field id={`${prefix}-rate`} label="Rate" required error={errors?.rate?.message}>
          <MoneyInput {...figure(register, `items.${index}.rate`, moneyFigure(currency))} />
        </Field>
        <LineAmount amount={amount} currency={currency} />
      </div>
    </div>
  )
}
