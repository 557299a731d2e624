import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Money } from '#core/money.ts'
import { hundredths, numberOr } from '#core/number-schemas.ts'
import { ById, Done, OfProject, OptionalId, Version } from '#core/schemas.ts'
import { required } from '#core/text.ts'

export const ExpenseCategory = z.enum(
  [
    'Office Supplies',
    'Software & Tools',
    'Travel',
    'Meals & Entertainment',
    'Professional Services',
    'Marketing',
    'Equipment',
    'Training & Education',
    'Other',
  ],
  'Please choose a category',
)
export type ExpenseCategory = z.output<typeof ExpenseCategory>

export const Expense = z.object({
  id: z.int(),
  project_id: z.int().nullable(),
  project_name: z.string().nullable(),
  category: ExpenseCategory,
  description: z.string(),
  amount: Money,
  date: DateOnly,
  is_billable: z.boolean(),
  version: Version,
})
export type Expense = z.output<typeof Expense>

export const ExpenseInput = z.object({
  description: required('Description is required', 500),
  amount: numberOr('Amount is required').pipe(Money),
  date: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
  category: ExpenseCategory,
  project_id: OptionalId,
  is_billable: z.boolean().default(false),
})
export type ExpenseInput = z.output<typeof ExpenseInput>
export type ExpenseForm = z.input<typeof ExpenseInput>

const Sum = hundredths({ min: 0, max: Number.MAX_SAFE_INTEGER })

export const MonthOfExpenses = z.object({
  month: z.string().meta({ example: '2026-11' }),
  total: Sum,
  billable: Sum,
})
export type MonthOfExpenses = z.output<typeof MonthOfExpenses>

export const expensesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/expenses',
    access: 'account',
    summary: 'Expenses, newest date first; `q` searches description, category and project',
    query: OfProject,
    response: z.array(Expense),
    paged: true,
  },
  thisMonth: {
    method: 'GET',
    path: '/api/expenses/this-month',
    access: 'account',
    summary: "What was spent in the current month of the account's time zone",
    response: MonthOfExpenses,
  },
  create: {
    method: 'POST',
    path: '/api/expenses',
    access: 'account',
    summary: 'Add an expense',
    body: ExpenseInput,
    response: Expense,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'One expense',
    params: ById,
    response: Expense,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'Change an expense',
    params: ById,
    body: ExpenseInput,
    response: Expense,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'Remove an expense',
    params: ById,
    response: Done,
    versioned: 'changed',
  },
})
