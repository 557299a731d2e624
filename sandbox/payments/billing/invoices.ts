import type { Context } from '../context.ts'
import { newId } from '../objects/ids.ts'
import { type Charge, type Invoice, type InvoiceFields, newInvoice } from '../objects/invoice.ts'
import { customerOf, saveCustomer } from './customers.ts'

const smallestCharge = 50

export function issueInvoice(context: Context, fields: Omit<InvoiceFields, 'customer'>, customerId: string) {
  const customer = customerOf(context, customerId)
  const draft = newInvoice(context.now, { ...fields, customer })
  context.store.insert('invoice', draft)
  context.emit('invoice.created', draft)
  return finalize(context, draft)
}

/** Uses the customer's credit, and carries amounts too small to charge over to the next invoice. */
function finalize(context: Context, draft: Invoice): Invoice {
  const customer = customerOf(context, draft.customer)
  const owed = draft.total + customer.balance
  const due = owed < smallestCharge ? 0 : owed
  const balance = owed - due
  const open: Invoice = {
    ...draft,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    status: 'open',
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
    ending_balance: balance,
    effective_at: context.now,
    hosted_invoice_url: `${context.publicUrl}/invoices/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: context.now },
  }
  context.store.save('invoice', open)
  saveCustomer(context, customer, {
    ...customer,
    balance,
    currency: draft.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  context.emit('invoice.finalized', open)
  return due === 0 ? settle(context, open) : open
}

/** Paid without a card, since nothing was left to charge. */
function settle(context: Context, open: Invoice): Invoice {
  return markPaid(context, { ...open, attempted: true })
}

export function markPaid(context: Context, open: Invoice): Invoice {
  const paid: Invoice = {
    ...open,
    status: 'paid',
    amount_paid: open.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, paid_at: context.now },
    payments: {
      ...open.payments,
      data: open.amount_due === 0 ? [] : [paymentOf(context, open)],
    },
  }
  context.store.save('invoice', paid)
  context.emit('invoice.paid', paid)
  context.emit('invoice.payment_succeeded', paid)
  return paid
}

function paymentOf(context: Context, invoice: Invoice): Invoice['payments']['data'][number] {
  return {
    id: newId('invoice_payment'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: context.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: newId('payment_intent') },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: context.now },
  }
}

export function invoicesOf(context: Context, subscription: string): Invoice[] {
  return context.store
    .all('invoice')
    .filter((invoice) => invoice.parent.subscription_details.subscription === subscription)
}

/** Prorations that are not charged at once are kept here for the next invoice. */
export function keepPending(context: Context, customer: string, charges: Charge[]): void {
  for (const charge of charges) {
    context.store.insert('invoice_item', {
      ...charge,
      id: newId('invoice_item'),
      object: 'invoiceitem',
      customer,
      date: context.now,
      invoice: null,
    })
  }
}

export function pendingCharges(context: Context, subscription: string): Charge[] {
  return context.store
    .all('invoice_item')
    .filter((item) => item.subscription === subscription && item.invoice === null)
}

export function takePending(context: Context, subscription: string, invoice: string): void {
  for (const item of context.store.all('invoice_item')) {
    if (item.subscription === subscription && item.invoice === null) {
      context.store.save('invoice_item', { ...item, invoice })
    }
  }
}
