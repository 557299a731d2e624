import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, FormProvider } from 'react-hook-form'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatHundredths, formatNumber } from '#core/format.ts'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import { History } from '#features/foundation/audit/history.tsx'
import { BilledNotice } from '#features/work/billing-status/billed-notice.tsx'
import { callPage } from '#web/data/api.ts'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { RecurringOrigin } from '#web/ui/recurring-origin.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useMedia } from '#web/ui/use-wide.ts'
import {
  type ChosenReceipt,
  chosenReceipts,
  type Edited,
  expenseQuery,
  toForm,
  useCreateExpense,
  useRemoveReceipt,
  useReplaceUnsent,
  useUpdateExpense,
  useUploadReceipts,
  type WaitingExpense,
} from './client.ts'
import { Expense, type ExpenseForm, ExpenseInput, expensesApi, type Receipt } from './contract.ts'
import { ExpenseFields, type ExpenseRecipient, namesIn, type RecipientNames } from './expense-fields.tsx'
import { NewReceiptsField, ReceiptsField } from './receipts-field.tsx'

interface NewExpenseDialogProps {
  /** The project or client that it is for, if known. */
  recipient?: ExpenseRecipient
  onClose(): void
}

export function NewExpenseDialog({ recipient, onClose }: NewExpenseDialogProps) {
  const create = useCreateExpense()
  const upload = useUploadReceipts()
  const [receipts, setReceipts] = useState<ChosenReceipt[]>([])
  const today = useToday()
  const currency = useHomeCurrency()
  return (
    <ExpenseDialog
      title="Add Expense"
      values={{ ...emptyForm(today, currency), ...(recipient && idsIn(recipient)) }}
      {...(recipient && { recipient })}
      save={async (entered) => {
        const saved = await create.mutateAsync({ ...entered, receipts })
        if (saved) void upload(saved.id, receipts)
      }}
      receipts={<NewReceiptsField chosen={receipts} onChange={setReceipts} />}
      changed={receipts.length > 0}
      onClose={onClose}
    />
  )
}

interface UnsentExpenseDialogProps {
  unsent: WaitingExpense
  onClose(): void
}

/** Changes an expense that waits on this device. */
export function UnsentExpenseDialog({ unsent, onClose }: UnsentExpenseDialogProps) {
  const replace = useReplaceUnsent(unsent)
  const [receipts, setReceipts] = useState<ChosenReceipt[]>()
  const [changed, setChanged] = useState(false)
  useEffect(() => void chosenReceipts(unsent).then(setReceipts), [unsent])
  if (!receipts) return null
  return (
    <ExpenseDialog
      title="Edit Expense"
      values={unsent.body.form}
      save={({ form }) => replace(form, receipts)}
      receipts={
        <NewReceiptsField
          chosen={receipts}
          onChange={(chosen) => {
            setReceipts(chosen)
            setChanged(true)
          }}
        />
      }
      changed={changed}
      onClose={onClose}
    />
  )
}

/** A project has its own client. */
const idsIn = ({ project_id, client_id }: ExpenseRecipient) => ({
  project_id,
  client_id: project_id === null ? client_id : null,
})

const emptyForm = (today: DateOnly, currency: Currency): Partial<ExpenseForm> => ({
  currency,
  project_id: null,
  client_id: null,
  description: '',
  exchange_rate: null,
  date: today,
  is_billable: false,
  markup_percent: null,
  share_receipts: true,
})

interface EditExpenseDialogProps {
  id: number
  known: Expense[] | undefined
  onClose(): void
}

export function EditExpenseDialog({ id, known, onClose }: EditExpenseDialogProps) {
  const update = useUpdateExpense(id)
  const removeReceipt = useRemoveReceipt(id)
  const [removed, setRemoved] = useState<Receipt[]>([])
  const expense = useLoadedOrFetched(known, id, expenseQuery)
  return expense ? (
    <ExpenseDialog
      title="Edit Expense"
      expense={expense}
      values={toForm(expense)}
      save={async (entered) => {
        const saved = await update.mutateAsync(entered)
        for (const receipt of removed) removeReceipt.mutate(receipt)
        return saved
      }}
      receipts={<ReceiptsField expenseId={id} removed={removed} onRemove={setRemoved} />}
      changed={removed.length > 0}
      onClose={onClose}
    />
  ) : null
}

interface ExpenseDialogProps {
  title: string
  expense?: Expense
  values: DefaultValues<ExpenseForm>
  /** The recipient of a new one, if known. */
  recipient?: ExpenseRecipient
  save(entered: Edited): Promise<unknown>
  receipts: ReactNode
  /** True if something besides the fields was entered. */
  changed?: boolean
  onClose(): void
}

const compared: Comparison<typeof ExpenseInput, Expense>['fields'] = {
  description: { label: 'Description' },
  amount: { label: 'Amount', text: (amount) => formatNumber(Number(amount)) },
  currency: { label: 'Currency' },
  exchange_rate: { label: 'Exchange rate', text: (rate) => formatNumber(rate) },
  date: { label: 'Date', text: formatDate },
  category: { label: 'Category' },
  is_billable: { label: 'Billable' },
  markup_percent: { label: 'Markup', text: (percent) => `${formatHundredths(percent)}%` },
  share_receipts: { label: 'Show receipts to the client' },
}

function ExpenseDialog(props: ExpenseDialogProps) {
  const { title, expense, values, save, receipts, changed = false, onClose } = props
  const form = useSchemaForm(ExpenseInput, values)
  const { register, formState } = form
  const { errors } = formState
  const recipient = useRef<RecipientNames>(namesIn(expense ?? props.recipient))
  const conflict = useConflict(form, expense, {
    record: Expense,
    input: ExpenseInput,
    toForm,
    onUseSaved: (saved) => {
      recipient.current = namesIn(saved)
    },
    fields: {
      ...compared,
      project_id: {
        label: 'Project',
        text: (_, saved) => (saved ?? recipient.current).project_name ?? '',
      },
      client_id: {
        label: 'Client',
        text: (_, saved) => (saved ?? recipient.current).client_name ?? '',
      },
    },
  })
  const opened = conflict.accepted ?? expense
  // The receipt is at hand, and what it says is typed from it.
  const isPhotoFirst = useMedia('(width < 48rem), (pointer: coarse)') && !expense

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="expense"
      action="Save Expense"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) => save({ form: entered, names: recipient.current, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      changed={changed}
      onClose={onClose}
    >
      {expense?.recurring_expense_id && (
        <RecurringOrigin>
          Added by a{' '}
          <TextLink to={`/expenses/recurring?edit=${expense.recurring_expense_id}`}>
            recurring expense
          </TextLink>
        </RecurringOrigin>
      )}
      <FormProvider {...form}>
        {opened?.invoice && (
          <BilledNotice invoice={opened.invoice}>
            You can still change its category, receipts and exchange rate. For anything else, remove it from
            the invoice first.
          </BilledNotice>
        )}
        {isPhotoFirst && receipts}
        <ExpenseFields
          prefix="expense"
          date={
            <Field id="expense-date" label="Date" required error={errors.date?.message}>
              <DateInput {...register('date')} />
            </Field>
          }
          more={!isPhotoFirst && receipts}
          isLocked={opened?.invoice != null}
          recipient={opened ?? props.recipient ?? null}
          recipientKey={opened?.version}
          onRecipientChange={(names) => {
            recipient.current = names
          }}
        />
      </FormProvider>
      {expense && (
        <History
          queryKey={['expenses', 'history', expense.id]}
          load={(cursor) =>
            callPage(expensesApi.history, { params: { id: expense.id }, query: { cursor, limit: 50 } })
          }
        />
      )}
    </FormDialog>
  )
}
