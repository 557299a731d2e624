import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { HoursSum } from '#core/number-schemas.ts'
import { line } from '#core/text.ts'
import { CreditNoteStatus } from '#features/billing/credit-notes/contract.ts'
import { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'

const FoundClient = z.object({
  kind: z.literal('client'),
  id: z.int(),
  name: z.string(),
  company: z.string(),
  archived: z.boolean(),
})

const FoundProject = z.object({
  kind: z.literal('project'),
  id: z.int(),
  name: z.string(),
  client_name: z.string().nullable(),
  status: ProjectStatus,
})

const FoundInvoice = priced(
  z.object({
    kind: z.literal('invoice'),
    id: z.int(),
    invoice_number: z.string(),
    number: z
      .int()
      .nullable()
      .meta({ description: 'Null for a draft of a final invoice, and for a proposal.' }),
    client_name: z.string(),
    issue_date: DateOnly,
    status: InvoiceStatus,
    currency: CurrencyCode,
    total: Money,
    balance: Money,
  }),
)

const FoundCreditNote = priced(
  z.object({
    kind: z.literal('credit_note'),
    id: z.int(),
    invoice_id: z.int(),
    credit_note_number: z.string(),
    invoice_number: z.string().meta({ description: 'Of the invoice that it credits.' }),
    client_name: z.string(),
    issue_date: DateOnly,
    status: CreditNoteStatus,
    currency: CurrencyCode,
    total: Money,
  }),
)

const FoundTimeEntry = z.object({
  kind: z.literal('time_entry'),
  id: z.int(),
  description: z.string(),
  project_name: z.string(),
  client_name: z.string().nullable(),
  date: DateOnly,
  hours: HoursSum,
})

const FoundExpense = priced(
  z.object({
    kind: z.literal('expense'),
    id: z.int(),
    description: z.string(),
    category: ExpenseCategory,
    project_name: z.string().nullable(),
    client_name: z.string().nullable(),
    date: DateOnly,
    currency: CurrencyCode,
    amount: Money,
  }),
)

export const SearchResult = z.discriminatedUnion('kind', [
  FoundClient,
  FoundProject,
  FoundInvoice,
  FoundCreditNote,
  FoundTimeEntry,
  FoundExpense,
])
export type SearchResult = z.output<typeof SearchResult>
export type ResultKind = SearchResult['kind']
export type ResultOf<Kind extends ResultKind> = Extract<SearchResult, { kind: Kind }>

export const SearchQuery = z.object({
  q: line.meta({
    description:
      'Words that all have to match: names, descriptions, and of invoices and credit notes the number (`INV-42`, `42`), the client ' +
      'and the total or balance (`4312.50`, `1.200,00`). Nothing is found without one.',
  }),
})

/** Results of one kind. */
export const MAX_RESULTS = 5

export const searchApi = endpoints({
  search: {
    method: 'GET',
    path: '/api/search',
    access: 'account',
    summary: 'Search clients, projects, invoices, credit notes, time and expenses',
    description:
      `At most ${MAX_RESULTS} of each kind: exact numbers and amounts first, then what begins with the text, then what contains ` +
      'it; the newest first. Erased clients are not found, archived ones come last.',
    query: SearchQuery,
    response: z.array(SearchResult),
  },
})
