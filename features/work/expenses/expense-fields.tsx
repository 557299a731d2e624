import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { EXCHANGE_RATE, type FigureKind, moneyFigure, PERCENT } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { toMinorUnits } from '#core/money.ts'
import { toHundredths } from '#core/units.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useHomeCurrency } from '#features/foundation/account/client.ts'
import { CurrencyFields } from '#features/foundation/currencies/currency-fields.tsx'
import { figure } from '#web/forms/form.ts'
import { SelectField } from '#web/forms/select-field.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { type Expense, ExpenseCategory, type ExpenseForm, MAX_MARKUP_PERCENT } from './contract.ts'
import { billableAmount } from './rules.ts'

/** The shared fields of an expense and a recurring expense. */
type SharedForm = Omit<ExpenseForm, 'date'>

export type ExpenseRecipient = Pick<Expense, 'project_id' | 'project_name' | 'client_id' | 'client_name'>

/** The names of the project and client that were chosen. */
export type RecipientNames = Pick<Expense, 'project_name' | 'client_name'>

export const namesIn = (expense: RecipientNames | undefined): RecipientNames => ({
  project_name: expense?.project_name ?? null,
  client_name: expense?.client_name ?? null,
})

interface ExpenseFieldsProps {
  prefix: string
  /** The date field. */
  date: ReactNode
  /** Fields before the project. */
  more: ReactNode
  /** The recipient when the form opened. */
  recipient: ExpenseRecipient | null
  /** Changes when the form starts again from what was saved. */
  recipientKey: number | undefined
  onRecipientChange(names: RecipientNames): void
  /** It is on an invoice: what that says cannot be changed. */
  isLocked?: boolean
}

/** The fields of the form around it. */
export function ExpenseFields({ prefix, date, more, isLocked = false, ...recipient }: ExpenseFieldsProps) {
  const { register, control, formState, watch, setValue } = useFormContext<SharedForm>()
  const { errors } = formState
  const home = useHomeCurrency()
  const currency = watch('currency') ?? home
  return (
    <>
      <fieldset disabled={isLocked} className="contents">
        <Field id={`${prefix}-description`} label="Description" required error={errors.description?.message}>
          <Input autoComplete="off" placeholder="What was it for?" {...register('description')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={`${prefix}-amount`} label="Amount" required error={errors.amount?.message}>
            <MoneyInput {...figure(register, 'amount', moneyFigure(currency))} />
          </Field>
          {date}
        </div>
      </fieldset>
      <CurrencyFields
        prefix={prefix}
        home={home}
        currency={currency}
        onCurrencyChange={(chosen) => setValue('currency', chosen, { shouldDirty: true })}
        rate={figure(register, 'exchange_rate', EXCHANGE_RATE)}
        errors={errors}
        isLocked={isLocked}
      />
      <SelectField
        control={control}
        name="category"
        id={`${prefix}-category`}
        label="Category"
        required
        options={CATEGORIES}
        placeholder="Choose a category"
      />
      {more}
      <RecipientFields prefix={prefix} isLocked={isLocked} {...recipient} />
      <BillingFields prefix={prefix} currency={currency} isLocked={isLocked} />
    </>
  )
}

const CATEGORIES = ExpenseCategory.options.map((category) => ({ value: category, label: category }))

type RecipientFieldsProps = Omit<ExpenseFieldsProps, 'date' | 'more'>

/** The recipient: a project, which has a client, or a client alone. */
function RecipientFields(props: RecipientFieldsProps) {
  const { prefix, recipient, recipientKey, onRecipientChange, isLocked = false } = props
  const { control, formState, watch, setValue } = useFormContext<SharedForm>()
  const { errors } = formState
  const project = recipient && projectIn(recipient)
  const client = recipient && clientIn(recipient)
  return (
    <>
      <Controller
        control={control}
        name="project_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id={`${prefix}-project_id`} label="Project" error={errors.project_id?.message}>
            <ProjectPicker
              {...field}
              key={recipientKey}
              initial={project}
              disabled={isLocked}
              onValueChange={(id, chosen) => {
                const found = chosen ?? (id === project?.id ? project : null)
                onRecipientChange({
                  project_name: found?.name ?? null,
                  client_name: found?.client_name ?? null,
                })
                onChange(id)
                setValue('client_id', null)
              }}
            />
          </Field>
        )}
      />
      {watch('project_id') === null && (
        <Controller
          control={control}
          name="client_id"
          render={({ field: { onChange, ...field } }) => (
            <Field id={`${prefix}-client_id`} label="Client" error={errors.client_id?.message}>
              <ClientPicker
                {...field}
                key={recipientKey}
                initial={client}
                disabled={isLocked}
                onValueChange={(id, chosen) => {
                  const name = chosen?.name ?? (id === client?.id ? client?.name : undefined)
                  onRecipientChange({ project_name: null, client_name: name ?? null })
                  onChange(id)
                }}
              />
            </Field>
          )}
        />
      )}
    </>
  )
}

const projectIn = ({ project_id, project_name, client_name }: ExpenseRecipient) =>
  project_id === null ? null : { id: project_id, name: project_name ?? '', client_name }

const clientIn = ({ project_id, client_id, client_name }: ExpenseRecipient) =>
  project_id !== null || client_id === null ? null : { id: client_id, name: client_name ?? '' }

const MARKUP: FigureKind = { ...PERCENT, step: 100, max: MAX_MARKUP_PERCENT }

interface BillingFieldsProps {
  prefix: string
  currency: string
  isLocked: boolean
}

function BillingFields({ prefix, currency, isLocked }: BillingFieldsProps) {
  const { register, formState, watch } = useFormContext<SharedForm>()
  const { errors } = formState
  return (
    <>
      <fieldset disabled={isLocked} className="contents">
        <Checkbox
          label="Billable"
          hint="You bill it to the client. Otherwise it is a business expense."
          className="shrink-0"
          {...register('is_billable')}
        />
      </fieldset>
      {watch('is_billable') && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <fieldset disabled={isLocked} className="contents">
            <Field
              id={`${prefix}-markup_percent`}
              label="Markup"
              error={errors.markup_percent?.message}
              hint={whatClientPays(watch(), currency)}
            >
              <FigureInput suffix="%" {...figure(register, 'markup_percent', MARKUP)} />
            </Field>
          </fieldset>
          <Checkbox
            label="Show receipts to the client"
            hint="In the client portal, with the invoice that bills it."
            className="sm:mt-6"
            {...register('share_receipts')}
          />
        </div>
      )}
    </>
  )
}

/** "Client pays $115.00", once there is an amount. */
function whatClientPays(
  { amount, markup_percent }: Pick<Partial<SharedForm>, 'amount' | 'markup_percent'>,
  currency: string,
): string | undefined {
  const markup = markup_percent ?? 0
  if (typeof amount !== 'number' || typeof markup !== 'number') return undefined
  const paid = billableAmount({
    amount: toMinorUnits(amount, currency),
    markup_percent: toHundredths(markup),
  })
  return `Client pays ${formatMoney(paid, currency)}`
}
