import { openDatabase } from '#sandbox/payments/state/database.ts'
import { createStore, type Store } from '#sandbox/payments/state/store.ts'
import type { Query } from './snapshot.ts'

/** A payment or refund, here and at the payment provider. */
interface Entry {
  kind: string
  id: string
  amount: number
  invoiceId: number
}

interface Comparison {
  faults: string[]
  payments: number
  refunds: number
}

/** Compares what the app has recorded for an account with what the payment sandbox has. */
export async function compareBooks(query: Query, account: number, statePath: string): Promise<Comparison> {
  const there = entriesAtProvider(statePath)
  const here = await entriesInBooks(query, account)
  return {
    faults: [
      ...lackingIn(here, there).map((entry) => `not in the books: ${entry}`),
      ...lackingIn(there, here).map((entry) => `not at the provider, or twice in the books: ${entry}`),
      ...(await wrongInvoices(query, account, there)),
    ],
    payments: there.filter(({ kind }) => kind === 'payment').length,
    refunds: there.filter(({ kind }) => kind === 'refund').length,
  }
}

function entriesAtProvider(statePath: string): Entry[] {
  const database = openDatabase(statePath)
  try {
    const platform = createStore(database)
    return platform.all('account').flatMap(({ id }) => entriesOf(platform.forOwner(id)))
  } finally {
    database.close()
  }
}

function entriesOf(store: Store): Entry[] {
  const paid = store.all('payment_intent').filter(({ status }) => status === 'succeeded')
  const invoices = new Map(paid.map(({ id, metadata }) => [id, Number(metadata.invoice_id)]))
  return [
    ...paid.map(({ id, amount_received }) => ({
      kind: 'payment',
      id,
      amount: amount_received,
      invoiceId: invoices.get(id) ?? 0,
    })),
    ...store.all('refund').map(({ id, amount, payment_intent }) => ({
      kind: 'refund',
      id,
      amount: -amount,
      invoiceId: invoices.get(payment_intent) ?? 0,
    })),
  ]
}

async function entriesInBooks(query: Query, account: number): Promise<Entry[]> {
  const rows = await query(
    `select kind, provider_id, amount + surplus as amount, invoice_id from payments
     where account_id = $1 and provider_id is not null`,
    [account],
  )
  return rows.map(({ kind, provider_id, amount, invoice_id }) => ({
    kind: String(kind),
    id: String(provider_id),
    amount: Number(amount),
    invoiceId: Number(invoice_id),
  }))
}

/** Each as often as it is not in the other list. */
function lackingIn(list: Entry[], wanted: Entry[]): string[] {
  const left = list.map((entry) => JSON.stringify(entry))
  return wanted
    .map((entry) => JSON.stringify(entry))
    .filter((entry) => {
      const index = left.indexOf(entry)
      if (index >= 0) left.splice(index, 1)
      return index < 0
    })
}

/** Nobody pays more than the invoice asks for, and the invoice says what was paid. */
async function wrongInvoices(query: Query, account: number, entries: Entry[]): Promise<string[]> {
  const rows = await query(
    'select id, total, amount_paid, overpaid, status from invoices where account_id = $1',
    [account],
  )
  return rows.flatMap((row) => {
    const net = entries
      .filter(({ invoiceId }) => invoiceId === Number(row.id))
      .reduce((sum, { amount }) => sum + amount, 0)
    const isRight =
      net <= Number(row.total) &&
      net === Number(row.amount_paid) &&
      Number(row.overpaid) === 0 &&
      (row.status === 'paid') === (net === Number(row.total))
    return isRight ? [] : [`invoice ${row.id}: ${JSON.stringify(row)}, but ${net} was paid`]
  })
}
