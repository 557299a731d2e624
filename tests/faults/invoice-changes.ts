import { fromThousandths, toTenThousandths } from '#core/units.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import type { Body } from '#tests/people.ts'
import type { Payment } from './books.ts'
import { type Change, there } from './change.ts'
import { DAY, hundredths, lastIn, type Possible, type Studio, when } from './studio.ts'

interface Invoice {
  id: number
  number: string
  items: number[]
  state: 'draft' | 'sent' | 'decided' | 'paid'
}

type Item = Body<typeof invoicesApi.create>['items'][number]

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Changes of invoices, their items and payments, and the client's approval. */
export class InvoiceChanges {
  readonly #studio: Studio
  readonly #invoices: Invoice[] = []

  constructor(studio: Studio) {
    this.#studio = studio
  }

  get last(): Invoice {
    const last = this.#invoices.at(-1)
    if (!last) throw new Error('there is no invoice yet')
    return last
  }

  possible(): Possible[] {
    const draft = lastIn(this.#invoices, 'draft')
    const sent = lastIn(this.#invoices, 'sent')
    const decided = lastIn(this.#invoices, 'decided')
    const paid = lastIn(this.#invoices, 'paid')
    const filled = draft?.items.length ? draft : undefined
    const owed = decided && this.#balanceOf(decided) > 0 ? decided : undefined
    return [
      [4, () => this.write()],
      ...when(draft, 3, (invoice) => this.#addItem(invoice)),
      ...when(filled, 3, (invoice) => this.#changeFirstItem(invoice)),
      ...when(filled, 2, (invoice) => this.#removeLastItem(invoice)),
      ...when(draft, 2, (invoice) => this.#changeTax(invoice)),
      // Without items it would be paid at once.
      ...when(filled, 3, (invoice) => this.send(invoice)),
      ...when(sent, 3, (invoice) => this.approve(invoice)),
      ...when(owed, 4, (invoice) => this.#payPart(invoice)),
      ...when(decided, 1, (invoice) => this.#markPaid(invoice)),
      ...when(paid, 1, (invoice) => this.#takePaymentsBack(invoice)),
    ]
  }

  #item = () => ({
    description: this.#studio.newName(),
    quantity: this.#studio.quantity(),
    rate: this.#studio.amount(),
  })

  #enterItem(invoice_id: number, { id, description, quantity, rate, amount }: Item): void {
    const [total, price, count] = [hundredths(amount), hundredths(rate), toTenThousandths(quantity)]
    const values = { invoice_id, description, quantity: count, rate: price, amount: total }
    this.#studio.books.put('invoice_items', id, this.#studio.own(values))
  }

  write(): Change {
    const { books, own, random, clientId } = this.#studio
    const notes = this.#studio.newName()
    const items = Array.from({ length: random.between(1, 3) }, this.#item)
    const body = { client_id: clientId, issue_date: DAY, tax_rate: 19, notes, items }
    return this.#studio.create(
      invoicesApi.create,
      notes,
      { body },
      {
        trace: there('invoices', own({ notes })),
        activity: 'invoice.created',
        enter: ({ id, invoice_number, items }) => {
          const itemIds = items.map((item) => item.id)
          this.#invoices.push({ id, number: invoice_number, items: itemIds, state: 'draft' })
          const number = Number(invoice_number.slice('INV-'.length))
          const values = { number, client_id: clientId, tax_rate: 19_000, notes, status: 'draft' }
          books.put('invoices', id, own(values))
          for (const item of items) this.#enterItem(id, item)
        },
      },
    )
  }

  #addItem({ id, items }: Invoice): Change {
    const body = this.#item()
    const { description } = body
    return this.#studio.create(
      invoicesApi.addItem,
      description,
      { params: { id }, body },
      {
        trace: there('invoice_items', this.#studio.own({ description })),
        activity: 'invoice.item_added',
        enter: (item) => {
          items.push(item.id)
          this.#enterItem(id, item)
        },
      },
    )
  }

  #changeFirstItem({ id, items: [itemId = 0] }: Invoice): Change {
    const body = this.#item()
    const { description } = body
    return this.#studio.change(invoicesApi.updateItem, { params: { id, itemId }, body }, 'again', {
      trace: there('invoice_items', this.#studio.own({ id: itemId, description })),
      activity: 'invoice.item_updated',
      enter: (item) => this.#enterItem(id, item),
    })
  }

  #removeLastItem({ id, items }: Invoice): Change {
    const itemId = items.at(-1) ?? 0
    return this.#studio.remove(
      invoicesApi.removeItem,
      { params: { id, itemId } },
      { table: 'invoice_items', id: itemId, activity: 'invoice.item_deleted', from: items },
    )
  }

  #changeTax({ id }: Invoice): Change {
    const { books, own, random } = this.#studio
    const [notes, tax_rate] = [this.#studio.newName(), random.between(0, 25_000)]
    const body = { notes, tax_rate: fromThousandths(tax_rate) }
    return this.#studio.change(invoicesApi.update, { params: { id }, body }, 'unchanged', {
      trace: there('invoices', own({ id, notes })),
      activity: 'invoice.updated',
      enter: () => books.put('invoices', id, { notes, tax_rate }),
    })
  }

  send(invoice: Invoice): Change {
    const { id, number } = invoice
    const { books, own, account } = this.#studio
    return this.#studio.change(sendingApi.send, { params: { id }, body: {} }, 'never', {
      trace: there('invoices', own({ id, status: 'sent' })),
      activity: 'invoice.sent',
      mails: [`Invoice ${number} from ${account.person.name}`],
      enter: () => {
        invoice.state = 'sent'
        books.put('invoices', id, { status: 'sent', approval_status: 'pending' })
      },
    })
  }

  approve(invoice: Invoice): Change {
    const { id, number } = invoice
    const { books, own, visitor, clientName } = this.#studio
    const params = { token: visitor.token, invoiceId: id }
    const body = { status: 'approved' as const, client_notes: this.#studio.newName() }
    const approval = this.#studio.change(portalApi.decideInvoice, { params, body }, 409, {
      trace: there('decisions', own({ subject_type: 'invoice', subject_id: id })),
      activity: 'invoice.approved',
      mails: [`${clientName} approved invoice ${number}`],
      enter: () => {
        invoice.state = 'decided'
        books.put('invoices', id, { approval_status: 'approved', client_notes: body.client_notes })
        books.decisions.add(`invoice ${id} approved`)
      },
    })
    return this.#studio.byClient(approval)
  }

  /** By the books, in cents. */
  #balanceOf({ id }: Invoice): number {
    const { books } = this.#studio
    const items = [...books.rowsOf('invoice_items').values()]
    const amounts = items.filter(({ invoice_id }) => invoice_id === id).map(({ amount }) => Number(amount))
    const subtotal = sum(amounts)
    const { tax_rate } = books.rowsOf('invoices').get(id) ?? {}
    const paid = sum(books.paymentsOf(id).map(({ amount }) => amount))
    return subtotal + Math.round((subtotal * Number(tax_rate)) / 100_000) - paid
  }

  #payPart(invoice: Invoice): Change {
    const { random } = this.#studio
    const balance = this.#balanceOf(invoice)
    return this.recordPayment(invoice, random.happens(40) ? balance : random.between(1, balance))
  }

  recordPayment(invoice: Invoice, amount: number): Change {
    const { id } = invoice
    const reference = this.#studio.newName()
    const body = { amount: amount / 100, paid_on: DAY, method: 'card' as const, reference }
    const isLast = amount === this.#balanceOf(invoice)
    return this.#studio.create(
      invoicesApi.recordPayment,
      reference,
      { params: { id }, body },
      {
        trace: there('payments', this.#studio.own({ invoice_id: id, reference })),
        activity: isLast ? 'invoice.marked_paid' : 'invoice.payment_recorded',
        enter: () => this.#enterPayment(invoice, { amount, reference }),
      },
    )
  }

  #enterPayment(invoice: Invoice, payment: Payment): void {
    const { books } = this.#studio
    const { id } = invoice
    if (payment.amount !== 0) books.payments.set(id, [...books.paymentsOf(id), payment])
    const amount_paid = sum(books.paymentsOf(id).map(({ amount }) => amount))
    const isPaid = this.#balanceOf(invoice) === 0
    invoice.state = isPaid ? 'paid' : 'decided'
    books.put('invoices', id, {
      amount_paid,
      status: isPaid ? 'paid' : 'sent',
      paid_on: isPaid ? DAY : null,
    })
  }

  /** Pays what is left, also if that is nothing. */
  #markPaid(invoice: Invoice): Change {
    const amount = this.#balanceOf(invoice)
    const { id } = invoice
    const body = { status: 'paid' as const, paid_on: DAY }
    return this.#studio.change(invoicesApi.update, { params: { id }, body }, 'unchanged', {
      trace: there('invoices', this.#studio.own({ id, status: 'paid' })),
      activity: 'invoice.marked_paid',
      enter: () => this.#enterPayment(invoice, { amount, reference: '' }),
    })
  }

  /** The payments stay on record, and an entry that takes them back follows. */
  #takePaymentsBack(invoice: Invoice): Change {
    const { id } = invoice
    const { books, own } = this.#studio
    const amount = -sum(books.paymentsOf(id).map((payment) => payment.amount))
    const body = { status: 'sent' as const }
    return this.#studio.change(invoicesApi.update, { params: { id }, body }, 'unchanged', {
      trace: there('invoices', own({ id, status: 'sent' })),
      activity: 'invoice.marked_sent',
      enter: () => this.#enterPayment(invoice, { amount, reference: '' }),
    })
  }
}
