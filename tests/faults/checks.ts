import type { Books, Values } from './books.ts'
import { type Row, type Snapshot, TABLES } from './snapshot.ts'

/** An invariant. Returns its violations, in words. */
export interface Check {
  name: string
  findFaults(snapshot: Snapshot, books: Books): string[]
}

const FREE = { clients: 3, projects: 5, invoices: 5 }

export const CHECKS: readonly Check[] = [
  {
    name: 'every acknowledged write is there once, as it was acknowledged, and no other is',
    findFaults: ({ tables, decisions, payments }, books) => [
      ...TABLES.flatMap((table) =>
        compareTable(table, known(withoutApprovalInvoices(tables)[table], books), books.rowsOf(table)),
      ),
      ...compareCounts('decision', countOf(decisions), new Map([...books.decisions].map((key) => [key, 1]))),
      ...compareCounts(
        'payment',
        countOf(
          known(payments, books).map(
            ({ invoice_id, amount, reference }) => `${invoice_id} ${amount} ${reference}`,
          ),
        ),
        countOf(
          [...books.payments].flatMap(([invoice, paid]) =>
            paid.map(({ amount, reference }) => `${invoice} ${amount} ${reference}`),
          ),
        ),
      ),
    ],
  },
  {
    name: 'the API answers what it acknowledged',
    findFaults: ({ readBack }, books) =>
      readBack.flatMap(({ table, id, status, body }) => {
        const expected = books.rowsOf(table).get(id) ?? {}
        const shown = ['name', 'description', 'notes'].filter((field) => field in expected)
        const wrong = shown.filter((field) => body[field] !== expected[field])
        return status === 200 && wrong.length === 0
          ? []
          : [`${table} ${id} answers ${status}, ${wrong} differ`]
      }),
  },
  {
    name: 'a creation and its Idempotency-Key are there together',
    findFaults: ({ keys }, books) => [
      ...compareCounts(
        'key',
        countOf(known(keys, books).map(({ account_id, key }) => `${account_id} ${key}`)),
        new Map([...books.keys].map((key) => [key, 1])),
      ),
      ...keys.filter(({ answered }) => !answered).map(({ key }) => `key ${key} has no answer`),
    ],
  },
  {
    name: 'each approved fee is billed once, on a sent invoice of its own',
    findFaults: ({ tables }) => {
      const { items, invoices } = approvalInvoicesOf(tables)
      const lines = Map.groupBy(items, ({ work_ids }) => Number([work_ids].flat()[0]))
      const sent = new Set(invoices.filter(({ status }) => status === 'sent').map(({ id }) => id))
      const wrong = (tables.deliverables ?? []).filter(({ id, status, fee, is_billed, invoice_item_id }) => {
        const [line, ...more] = lines.get(Number(id)) ?? []
        if (status !== 'approved' || fee === null) return line !== undefined || is_billed
        return !(
          line?.amount === fee &&
          line?.id === invoice_item_id &&
          is_billed &&
          sent.has(line?.invoice_id) &&
          more.length === 0
        )
      })
      return [
        ...wrong.map(
          ({ id, status, fee }) => `deliverable ${id}, ${status}, with a fee of ${fee}, is billed wrong`,
        ),
        ...(invoices.length === items.length
          ? []
          : [`${items.length} lines bill fees, on ${invoices.length} invoices`]),
      ]
    },
  },
  {
    name: 'invoice numbers run from 1 without a gap',
    findFaults: ({ tables, accounts }) =>
      accounts.flatMap(({ id, last_invoice_number: last }) => {
        const numbers = of(tables.invoices, id)
          .map(({ number }) => Number(number))
          .sort((one, other) => one - other)
        const gap = numbers.findIndex((number, index) => number !== index + 1)
        if (gap >= 0) return [`account ${id} has ${numbers[gap]} where ${gap + 1} should be`]
        return numbers.length === last ? [] : [`account ${id} counts ${last}, but has ${numbers.length}`]
      }),
  },
  {
    name: 'plan limits are kept',
    findFaults: ({ tables, accounts }) =>
      accounts
        .filter(({ plan_id }) => plan_id === 'free')
        .flatMap(({ id }) => {
          const used = {
            clients: of(tables.clients, id).filter(({ archived_at }) => archived_at === null).length,
            projects: of(tables.projects, id).filter(({ status }) => status !== 'cancelled').length,
            invoices: of(tables.invoices, id).length,
          }
          return (['clients', 'projects', 'invoices'] as const)
            .filter((kind) => used[kind] > FREE[kind])
            .map((kind) => `account ${id} has ${used[kind]} ${kind} of ${FREE[kind]}`)
        }),
  },
  {
    name: 'invoices come to the sum of their items, less the discount, and the tax on it',
    findFaults: ({ tables }) => {
      const items = Map.groupBy(tables.invoice_items ?? [], ({ invoice_id }) => invoice_id)
      return (tables.invoices ?? []).flatMap((invoice) => {
        const { id, subtotal, discount_percent, discount_amount, tax_rate, tax_amount, total } = invoice
        const own = items.get(id) ?? []
        const wrong = own.filter(
          ({ quantity, rate, amount }) => Number(amount) !== share(quantity, rate, 10_000n),
        )
        const sum = own.reduce((all, { amount }) => all + Number(amount), 0)
        const discount =
          discount_percent === null ? Number(discount_amount) : share(sum, discount_percent, 10_000n)
        const tax = share(sum - discount, tax_rate, 100_000n)
        const holds =
          Number(subtotal) === sum &&
          Number(discount_amount) === discount &&
          Number(tax_amount) === tax &&
          Number(total) === sum - discount + tax
        return [
          ...wrong.map((item) => `item ${item.id} of invoice ${id} is not quantity × rate`),
          ...(holds
            ? []
            : [
                `invoice ${id} says ${subtotal} - ${discount_amount} + ${tax_amount} = ${total}, not ${sum} - ${discount} + ${tax}`,
              ]),
        ]
      })
    },
  },
  {
    name: 'what was paid is the sum of the payments, never more than the total, and all of it once paid',
    findFaults: ({ tables, payments }) => {
      const ofInvoice = Map.groupBy(payments, ({ invoice_id }) => invoice_id)
      return (tables.invoices ?? []).flatMap((invoice) => {
        const { id, status, subtotal, discount_amount, total, home_total, amount_paid, home_paid } = invoice
        const own = ofInvoice.get(id) ?? []
        const sum = (column: string) => own.reduce((all, payment) => all + Number(payment[column]), 0)
        const isSettled = Number(amount_paid) === Number(total)
        return [
          ...(sum('amount') === Number(amount_paid) && sum('home_amount') === Number(home_paid)
            ? []
            : [`invoice ${id} says that ${amount_paid} was paid, its payments come to ${sum('amount')}`]),
          ...(Number(amount_paid) > Number(total)
            ? [`more than invoice ${id} was paid: ${amount_paid}`]
            : []),
          ...(Number(total) > 0 && isSettled !== (status === 'paid')
            ? [`invoice ${id} is ${status}, and ${amount_paid} of ${total} was paid`]
            : []),
          ...(isSettled &&
          (sum('net') !== Number(subtotal) - Number(discount_amount) ||
            Number(home_paid) !== Number(home_total))
            ? [`the parts of what was paid on invoice ${id} do not come to the invoice`]
            : []),
        ]
      })
    },
  },
  {
    name: 'each change has its activity, and no activity is without its change',
    findFaults: ({ activities }, books) =>
      compareCounts(
        'activity',
        new Map(
          known(activities, books).map(({ account_id, type, count }) => [
            `${account_id} ${type}`,
            Number(count),
          ]),
        ),
        books.activities,
      ),
  },
  {
    name: 'each mail is written once',
    findFaults: ({ mails, tables, accounts }, books) => {
      const names = new Map(accounts.map(({ id, name }) => [id, name]))
      const byApprovals = approvalInvoicesOf(tables).invoices.map(
        ({ account_id, invoice_number }) =>
          [`${account_id} Invoice ${invoice_number} from ${names.get(account_id)}`, 1] as const,
      )
      return compareCounts(
        'mail',
        countOf(
          known(mails, books).flatMap(({ id, account_id, subject }) =>
            id === null || isNews(subject) ? [] : `${account_id} ${subject}`,
          ),
        ),
        new Map([...books.mails, ...byApprovals]),
      )
    },
  },
  {
    name: 'no job is lost: what is not sent is still to be sent, by exactly one job',
    findFaults: ({ mails }) =>
      mails.flatMap(({ id, status, reason, jobs }) => {
        if (id === null) return [`${jobs.length} jobs send a mail that is not there`]
        const [state = 'none', ...more] = jobs
        if (more.length > 0) return [`mail ${id} has ${jobs.length} jobs`]
        if (!MAY_BE[status ?? '']?.includes(state))
          return [`mail ${id} is ${status} (${reason}), its job ${state}`]
        return []
      }),
  },
  {
    name: 'no mail is sent twice, and none is called sent that was not',
    findFaults: ({ mails, deliveredBefore, deliveredAfter }) => {
      const known = new Set(mails.map(({ message }) => message))
      return [
        ...Object.entries(deliveredAfter).flatMap(([message, times]) => [
          ...(times > 1 ? [`${message} was sent ${times} times`] : []),
          ...(known.has(message) || !(message in deliveredBefore) ? [] : [`${message} was sent by no mail`]),
        ]),
        ...mails.flatMap(({ id, status, message }) => {
          const before = deliveredBefore[message ?? ''] ?? 0
          const after = deliveredAfter[message ?? ''] ?? 0
          if (status === 'sent' && after !== 1)
            return [`mail ${id} is called sent, but arrived ${after} times`]
          return status === 'queued' && before > 0 ? [`mail ${id} arrived, but is still to be sent`] : []
        }),
      ]
    },
  },
  {
    name: 'files that rows name are there, whole, and no half file is',
    findFaults: ({ tables, files }) => {
      const whole = new Map(files.map(({ sha256, size }) => [sha256, size]))
      return [
        ...files
          .filter(({ sha256, actual }) => sha256 !== actual)
          .map(({ sha256 }) => `file ${sha256} does not hold what its name says`),
        ...(tables.deliverables ?? [])
          .filter(({ file_sha256 }) => file_sha256 !== null)
          .filter(({ file_sha256, file_size }) => whole.get(String(file_sha256)) !== Number(file_size))
          .map(({ id }) => `the file of deliverable ${id} is not there as it was uploaded`),
      ]
    },
  },
]

/**
 * Possible states of the job, for each state of an email. A server that was killed leaves its job `active` until its
 * heartbeat is missed; then it is tried again (`retry`), and finds out what became of the email.
 */
const MAY_BE: Record<string, string[]> = {
  queued: ['created', 'retry', 'active'],
  sending: ['active', 'retry'],
  sent: ['completed', 'active', 'retry'],
  uncertain: ['completed', 'active', 'retry'],
}

/** They go ten minutes later, as many at once as there are then, so no book says how many. */
const isNews = (subject: string | null): boolean =>
  /^((New|\d+ new) comments? on |Updates on |\d+ deliverables for your approval: |For your approval: )/.test(
    subject ?? '',
  )

/** Whoever approves a fee may get no answer that names its invoice, so these are known by the fees that they bill. */
function approvalInvoicesOf(tables: Snapshot['tables']): { items: Row[]; invoices: Row[] } {
  const items = (tables.invoice_items ?? []).filter(({ work_kind }) => work_kind === 'deliverable')
  const ids = new Set(items.map(({ invoice_id }) => invoice_id))
  return { items, invoices: (tables.invoices ?? []).filter(({ id }) => ids.has(id)) }
}

function withoutApprovalInvoices(tables: Snapshot['tables']): Snapshot['tables'] {
  const { items, invoices } = approvalInvoicesOf(tables)
  const made = new Set([...items, ...invoices])
  return {
    ...tables,
    invoices: (tables.invoices ?? []).filter((row) => !made.has(row)),
    invoice_items: (tables.invoice_items ?? []).filter((row) => !made.has(row)),
  }
}

function compareTable(table: string, rows: Row[], expected: Map<number, Values>): string[] {
  const found = new Map(rows.map((row) => [Number(row.id), row]))
  const twice = rows.length - found.size
  const faults = twice > 0 ? [`${table} has ${twice} rows twice`] : []
  for (const [id, values] of expected) {
    const row = found.get(id)
    if (!row) faults.push(`${table} ${id} was acknowledged, but is not there`)
    else
      for (const [column, value] of Object.entries(values))
        if (row[column] !== value)
          faults.push(`${table} ${id} has ${column} ${row[column]}, acknowledged was ${value}`)
  }
  for (const id of found.keys())
    if (!expected.has(id)) faults.push(`${table} ${id} is there, but nobody made it`)
  return faults
}

function compareCounts(what: string, found: Map<string, number>, expected: Map<string, number>): string[] {
  return [...new Set([...found.keys(), ...expected.keys()])]
    .filter((key) => (found.get(key) ?? 0) !== (expected.get(key) ?? 0))
    .map((key) => `${what} “${key}” is there ${found.get(key) ?? 0} times, not ${expected.get(key) ?? 0}`)
}

function countOf(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Those of accounts that the books are about. */
const known = <Owned extends { account_id?: unknown }>(rows: Owned[] = [], { accounts }: Books): Owned[] =>
  rows.filter(({ account_id }) => accounts.has(Number(account_id)))

const of = (rows: Row[] | undefined, account: unknown): Row[] =>
  (rows ?? []).filter(({ account_id }) => account_id === account)

/** Written apart from the product's own, which it checks: part × whole, rounded half up. */
const share = (one: unknown, other: unknown, divisor: bigint): number =>
  Number((BigInt(Number(one)) * BigInt(Number(other)) + divisor / 2n) / divisor)
