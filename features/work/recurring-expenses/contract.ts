import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { ById, Version } from '#core/schemas.ts'
import {
  ENDS_TOO_EARLY,
  endsAfterStart,
  RecurrenceFields,
  recurrenceInput,
} from '#features/foundation/recurrence/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'
import {
  canBeBilled,
  ExpenseCategory,
  ExpenseFields,
  MarkupPercent,
  NOT_BILLABLE,
} from '#features/work/expenses/contract.ts'

export const MAX_RECURRING_EXPENSES = 200

export const RecurringExpense = priced(
  z.object({
    id: z.int(),
    project_id: z.int().nullable(),
    project_name: z.string().nullable(),
    client_id: z.int().nullable().meta({ description: 'Of the project, if there is one.' }),
    client_name: z.string().nullable(),
    category: ExpenseCategory,
    description: z.string(),
    amount: Money,
    currency: CurrencyCode,
    is_billable: z.boolean(),
    markup_percent: MarkupPercent,
    share_receipts: z.boolean(),
    ...RecurrenceFields.shape,
    next_date: DateOnly.nullable().meta({
      description: 'When the next expense is added; null while it is paused, and once it has ended.',
    }),
    version: Version,
  }),
)
export type RecurringExpense = z.output<typeof RecurringExpense>

export const RecurringExpenseInput = ExpenseFields.extend({
  ...recurrenceInput('What is due by today is added at once.'),
})
  .refine(canBeBilled, NOT_BILLABLE)
  .refine(endsAfterStart, ENDS_TOO_EARLY)
export type RecurringExpenseInput = z.output<typeof RecurringExpenseInput>
export type RecurringExpenseForm = z.input<typeof RecurringExpenseInput>

export const recurringExpensesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/recurring-expenses',
    access: 'account',
    summary: 'Recurring expenses, by their next date; paused and ended ones last',
    response: z.array(RecurringExpense),
  },
  create: {
    method: 'POST',
    path: '/api/recurring-expenses',
    access: 'account',
    summary: 'Add a recurring expense',
    description: `Each date becomes an expense of its own. An account has at most ${MAX_RECURRING_EXPENSES}.`,
    body: RecurringExpenseInput,
    response: RecurringExpense,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/recurring-expenses/{id}',
    access: 'account',
    summary: 'One recurring expense',
    params: ById,
    response: RecurringExpense,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/recurring-expenses/{id}',
    access: 'account',
    summary: 'Change a recurring expense; expenses that were added stay as they are',
    params: ById,
    body: RecurringExpenseInput,
    response: RecurringExpense,
    versioned: 'changed',
  },
  pause: {
    method: 'POST',
    path: '/api/recurring-expenses/{id}/pause',
    access: 'account',
    summary: 'Pause a recurring expense: nothing is added until it is resumed',
    params: ById,
    response: RecurringExpense,
    versioned: 'changed',
  },
  resume: {
    method: 'POST',
    path: '/api/recurring-expenses/{id}/resume',
    access: 'account',
    summary: 'Resume a recurring expense; dates during the pause are left out',
    params: ById,
    response: RecurringExpense,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/recurring-expenses/{id}',
    access: 'account',
    summary: 'Remove a recurring expense; expenses that were added stay',
    params: ById,
    response: Removed,
    versioned: 'changed',
  },
})
