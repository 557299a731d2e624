import type { Context } from '../context.ts'
import { newId } from '../objects/ids.ts'
import type { Invoice, InvoiceLine } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { Store } from '../state/store.ts'
import { customerOf } from './customers.ts'

const SMALLEST_CHARGE = 50

/** Uses the customer's credit, and carries amounts too small to charge over to the next invoice. */
export function issueInvoice(
  context: Context,
  subscription: Subscription,
  billing_reason: Invoice['billing_reason'],
  lines: InvoiceLine[],
): Invoice {
  const { store, now } = context
  const customer = customerOf(store, subscription.customer)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const owed = total + customer.balance
  const amount_due = owed < SMALLEST_CHARGE ? 0 : owed
  const sequence = String(invoicesOf(store, customer.id).length + 1).padStart(4, '0')
  const invoice = store.insert('invoice', {
    id: newId('invoice'),
    object: 'invoice',
    amount_due,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason,
    created: now,
    currency: 'usd',
    customer: customer.id,
    ending_balance: owed - amount_due,
    lines: { object: 'list', data: lines },
    next_payment_attempt: null,
    number: `${customer.id.slice(-8).toUpperCase()}-${sequence}`,
    parent: { subscription_details: { subscription: subscription.id } },
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { paid_at: null },
    total,
  })
  store.save('customer', { ...customer, balance: owed - amount_due })
  return amount_due === 0 ? markPaid(context, invoice) : invoice
}

export function invoicesOf(store: Store, customer: string): Invoice[] {
  return store.all('invoice').filter((invoice) => invoice.customer === customer)
}

export function markPaid(context: Context, open: Invoice): Invoice {
  const paid = context.store.save('invoice', {
    ...open,
    status: 'paid',
    amount_paid: open.amount_due,
    next_payment_attempt: null,
    status_transitions: { paid_at: context.now },
  })
  context.emit('invoice.paid', paid)
  context.emit('invoice.payment_succeeded', paid)
  return paid
}

export function openInvoicesOf(store: Store, { id, customer }: Subscription): Invoice[] {
  return invoicesOf(store, customer).filter(
    ({ parent, status }) => status === 'open' && parent.subscription_details.subscription === id,
  )
}
