import { addDays, type DateOnly, monthOf } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import type { MinorUnits } from '#core/money.ts'
import { nextDate, type Recurrence } from '#core/recurrence.ts'
import type { SeededRandom } from '#core/seeded-random.ts'
import { foldCase } from '#core/text.ts'
import type { Hundredths } from '#core/units.ts'
import type { ExpenseCategory } from '#features/work/expenses/contract.ts'
import { inHome, rateOn } from './exchange.ts'
import type { DemoFile } from './pdf.ts'
import { demoReceipt } from './receipt.ts'
import { type At, priceIn } from './units.ts'
import { type DemoProject, isHoliday, runningOn } from './work.ts'

export interface DemoExpense {
  project: number | null
  category: ExpenseCategory
  description: string
  amount: MinorUnits
  currency: Currency
  exchange_rate: ExchangeRate | null
  home_amount: MinorUnits
  date: DateOnly
  is_billable: boolean
  /** Expenses of earlier months were passed on before Daybook. */
  is_billed: boolean
  /** The recurring expense that added it. */
  recurring: number | null
  receipt: DemoFile | null
  search: string
  created_at: string
}

export interface DemoRecurringExpense extends Recurrence {
  category: ExpenseCategory
  description: string
  amount: MinorUnits
  currency: Currency
  is_billable: boolean
  handled_until: DateOnly
  next_date: DateOnly | null
  created_at: string
}

type Spending = [category: ExpenseCategory, description: string, least: Hundredths, most: Hundredths]

/** The day of the month on which it is charged. */
const MONTHLY: [number, ...Spending][] = [
  [2, 'Software & Tools', 'Figma, professional seat', 1_600, 1_600],
  [5, 'Software & Tools', 'Adobe Creative Cloud', 5_999, 5_999],
  [9, 'Software & Tools', 'Hosting and domains', 2_400, 3_900],
  [1, 'Professional Services', 'Desk at the coworking space', 32_000, 32_000],
  [18, 'Office Supplies', 'Paper, toner and postage', 1_850, 7_400],
]

const OCCASIONAL_EXPENSES: Spending[] = [
  ['Travel', 'Train to the client', 3_200, 18_400],
  ['Travel', 'Taxi from the airport', 2_100, 5_800],
  ['Meals & Entertainment', 'Lunch with the client', 2_450, 9_800],
  ['Meals & Entertainment', 'Coffee at the workshop', 900, 3_200],
  ['Office Supplies', 'Sketchbooks and markers', 1_200, 6_400],
  ['Professional Services', 'Proofreading', 8_000, 26_000],
  ['Professional Services', 'Photographer, half a day', 45_000, 68_000],
  ['Marketing', 'Printed portfolio', 9_900, 24_000],
  ['Marketing', 'Postage for mailing', 2_200, 8_600],
  ['Equipment', 'Cables and adapters', 1_900, 8_900],
  ['Training & Education', 'Online course', 4_900, 24_900],
  ['Other', 'Bank fees', 450, 2_300],
  ['Software & Tools', 'Typeface licence', 6_000, 32_000],
]

const ONCE: [daysAgo: number, project: string | null, ...Spending][] = [
  [287, null, 'Equipment', 'Display, 27 inches', 89_900, 89_900],
  [176, null, 'Training & Education', 'Type design conference', 54_000, 54_000],
  [64, null, 'Equipment', 'Graphics tablet', 37_900, 37_900],
  [38, 'Atelier Moreau website', 'Travel', 'Hotel in Paris', 28_600, 28_600],
]

/** Purchases with a receipt, and the shop. */
const SHOPS: Partial<Record<string, string>> = {
  'Graphics tablet': 'Pixel and Pen',
  'Hotel in Paris': 'Hotel des Arts',
}

export function demoExpenses(
  today: DateOnly,
  at: At,
  projects: DemoProject[],
  chance: SeededRandom,
  home: Currency,
): DemoExpense[] {
  const expenses: DemoExpense[] = []
  const spend = (date: DateOnly, [category, description, least, most]: Spending, project: number | null) => {
    const currency = (project === null ? undefined : projects[project]?.currency) ?? home
    const exchange_rate = rateOn(date, currency, home)
    const amount = priceIn(chance.between(least, most), currency)
    const is_billable = project !== null && chance.happens(70)
    const shop = SHOPS[description]
    expenses.push({
      project,
      category,
      description,
      amount,
      currency,
      exchange_rate,
      home_amount: inHome(amount, currency, exchange_rate, home),
      date,
      is_billable,
      is_billed: is_billable && date < monthOf(today).first,
      recurring: null,
      receipt: shop === undefined ? null : demoReceipt(shop, { description, date, amount, currency }),
      search: foldCase([description, category].join('\n')),
      created_at: at(date, 18, chance.between(0, 59)),
    })
  }
  const indexOf = (name: string | null) =>
    name === null ? null : projects.findIndex((project) => project.name === name)
  const deal = chance.dealer(OCCASIONAL_EXPENSES)
  for (let daysAgo = 363; daysAgo >= 0; daysAgo -= 1) {
    const date = addDays(today, -daysAgo)
    for (const [day, ...charge] of MONTHLY) if (Number(date.slice(8)) === day) spend(date, charge, null)
    for (const [when, project, ...purchase] of ONCE) {
      if (when === daysAgo) spend(date, purchase, indexOf(project))
    }
    if (isHoliday(daysAgo) || !chance.happens(17)) continue
    const running = runningOn(date, projects).filter((index) => projects[index]?.client !== null)
    const forProject = running.length > 0 && chance.happens(55)
    spend(date, deal(), forProject ? chance.oneOf(running) : null)
  }
  return expenses
}

/** Monthly costs, and the expenses with the recurring one that added each. */
export function demoRecurringExpenses(
  expenses: DemoExpense[],
  today: DateOnly,
): { recurring: DemoRecurringExpense[]; expenses: DemoExpense[] } {
  const names = MONTHLY.filter(([, , , least, most]) => least === most).map(([, , name]) => name)
  const recurring = names.flatMap((name): DemoRecurringExpense[] => {
    const first = expenses.find(({ description }) => description === name)
    if (!first) return []
    const { category, description, amount, currency, is_billable, date, created_at } = first
    const recurrence: Recurrence = { frequency: 'month', start_date: date, end_date: null }
    return [
      {
        category,
        description,
        amount,
        currency,
        is_billable,
        ...recurrence,
        handled_until: today,
        next_date: nextDate(recurrence, today),
        created_at,
      },
    ]
  })
  const indexOf = (name: string) => recurring.findIndex(({ description }) => description === name)
  return {
    recurring,
    expenses: expenses.map((expense) =>
      names.includes(expense.description) ? { ...expense, recurring: indexOf(expense.description) } : expense,
    ),
  }
}
