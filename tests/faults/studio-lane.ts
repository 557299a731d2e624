import { createHash } from 'node:crypto'
import type { SeededRandom } from '#core/seeded-random.ts'
import { type UncheckedAnswer, Visitor } from '#tests/people.ts'
import type { Account } from './account.ts'
import type { Books, Payment } from './books.ts'
import { type Change, gone, there } from './change.ts'
import { Lane, type Tally } from './lane.ts'

const DAY = '2026-11-02'
const hundredths = (value: number) => Math.round(value * 100)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

interface Invoice {
  id: number
  number: string
  items: number[]
  state: 'draft' | 'sent' | 'decided' | 'paid'
}

interface Deliverable {
  id: number
  title: string
  state: 'empty' | 'filled' | 'submitted' | 'approved'
}

type Body = UncheckedAnswer['body']

/**
 * One hand of a freelancer with a client, a project and a portal link of its own, and the client who opens it. Several
 * hands of one account share its invoice numbers, its activity and its locks.
 */
export class StudioLane extends Lane {
  readonly #account: Account
  readonly #name: string
  readonly #clients: number[] = []
  readonly #projects: number[] = []
  readonly #entries: number[] = []
  readonly #expenses: number[] = []
  readonly #invoices: Invoice[] = []
  readonly #deliverables: Deliverable[] = []
  #client = 0
  #project = 0
  #portal = ''
  #visitor: Visitor
  #made = 0

  constructor(account: Account, name: string, books: Books, chance: SeededRandom, tally: Tally) {
    super(books, chance, tally)
    this.#account = account
    this.#name = name
    this.#visitor = new Visitor(account.person.url)
  }

  get #clientName(): string {
    return `Client of ${this.#name}`
  }
  get #projectName(): string {
    return `Project of ${this.#name}`
  }

  async prepare(): Promise<void> {
    await this.make({ ...this.#addClient(this.#clientName), enter: (body) => this.#keepClient(body) })
    await this.make(this.#addProject(this.#projectName))
    const { person, id: account } = this.#account
    const { status, body } = await person.post(`/api/clients/${this.#client}/portal-access`, {})
    if (status !== 201) throw new Error(`no portal link: ${status}`)
    this.books.addActivity(account, 'portal_link.created')
    this.#portal = new URL(body.url).pathname.replace('/client-portal', '/api/client-portal')
  }

  /** So that there is something of each kind, whatever chance brings. */
  async makeOneOfEach(): Promise<void> {
    for (const change of [
      () => this.#logTime(),
      () => this.#addExpense(),
      () => this.#addClient(this.#token()),
      () => this.#comment(),
      () => this.#clientComments(),
      () => this.#writeInvoice(),
      () => this.#sendInvoice(required(this.#invoices.at(-1))),
      () => this.#approveInvoice(required(this.#invoices.at(-1))),
      () => this.#recordPayment(required(this.#invoices.at(-1)), 1),
      () => this.#addDeliverable(),
      () => this.#upload(required(this.#deliverables.at(-1))),
      () => this.#submit(required(this.#deliverables.at(-1))),
      () => this.#approve(required(this.#deliverables.at(-1))),
    ])
      await this.make(change())
  }

  protected next(): Change {
    const draft = this.#last(this.#invoices, 'draft')
    const sent = this.#last(this.#invoices, 'sent')
    const decided = this.#last(this.#invoices, 'decided')
    const paid = this.#last(this.#invoices, 'paid')
    const empty = this.#last(this.#deliverables, 'empty')
    const filled = this.#last(this.#deliverables, 'filled')
    const submitted = this.#last(this.#deliverables, 'submitted')
    const [entry, expense, spareClient, spareProject] = [
      this.#entries.at(-1),
      this.#expenses.at(-1),
      this.#clients.at(-1),
      this.#projects.at(-1),
    ]
    const possible: [weight: number, make: () => Change][] = [
      [6, () => this.#logTime()],
      [3, () => this.#addExpense()],
      [2, () => this.#addClient(this.#token())],
      [2, () => this.#addProject(this.#token())],
      [4, () => this.#writeInvoice()],
      [2, () => this.#comment()],
      [2, () => this.#clientComments()],
      ...when(this.#deliverables.length < 150, 2, () => this.#addDeliverable()),
      ...when(entry, 2, (id) => this.#changeTime(id)),
      ...when(entry, 1, (id) => this.#removeTime(id)),
      ...when(expense, 1, (id) => this.#changeExpense(id)),
      ...when(expense, 1, (id) => this.#removeExpense(id)),
      ...when(spareClient, 1, (id) => this.#renameClient(id)),
      ...when(spareClient, 1, (id) => this.#removeClient(id)),
      ...when(spareProject, 1, (id) => this.#renameProject(id)),
      ...when(draft, 3, (invoice) => this.#addItem(invoice)),
      ...when(draft, 3, (invoice) => this.#changeFirstItem(invoice)),
      ...when(draft, 2, (invoice) => this.#removeLastItem(invoice)),
      ...when(draft, 2, (invoice) => this.#changeTax(invoice)),
      ...when(draft, 3, (invoice) => this.#sendInvoice(invoice)),
      ...when(sent, 3, (invoice) => this.#approveInvoice(invoice)),
      ...when(decided, 4, (invoice) => this.#payPart(invoice)),
      ...when(decided, 1, (invoice) => this.#markPaid(invoice)),
      ...when(paid, 1, (invoice) => this.#takePaymentsBack(invoice)),
      ...when(empty, 3, (deliverable) => this.#upload(deliverable)),
      ...when(filled, 2, (deliverable) => this.#submit(deliverable)),
      ...when(submitted, 2, (deliverable) => this.#approve(deliverable)),
    ]
    const sum = possible.reduce((all, [weight]) => all + weight, 0)
    let drawn = this.chance.between(1, sum)
    for (const [weight, make] of possible) {
      drawn -= weight
      if (drawn <= 0) return make()
    }
    throw new Error('the weights do not add up')
  }

  #last<Item extends { state: string }>(items: Item[], state: Item['state']): Item | undefined {
    return items.findLast((item) => item.state === state)
  }

  #token(): string {
    this.#made += 1
    return `${this.#name}-${this.#made}`
  }

  #amount = () => this.chance.between(100, 99_999) / 100
  #quantity = () => this.chance.between(10, 2000) / 100

  // ── What is made

  #create(
    path: string,
    token: string,
    body: object,
    rest: Pick<Change, 'trace' | 'activity' | 'enter'>,
  ): Change {
    return { ...this.#by(), method: 'POST', path, body, key: token, repeated: 'same', ...rest }
  }

  #by = () => ({ account: this.#account.id, by: this.#account.person })
  #mine = (values: Record<string, string | number>) => ({ account_id: this.#account.id, ...values })

  #addClient(name: string): Change {
    return this.#create(
      '/api/clients',
      this.#token(),
      { name, email: 'client@example.com' },
      {
        trace: there('clients', this.#mine({ name })),
        activity: 'client.created',
        enter: ({ id }) => {
          this.#clients.push(id)
          this.books.put('clients', id, this.#mine({ name, email: 'client@example.com' }))
        },
      },
    )
  }

  #keepClient({ id }: Body): void {
    this.#client = id
    this.books.put('clients', id, this.#mine({ name: this.#clientName, email: 'client@example.com' }))
  }

  #renameClient(id: number): Change {
    const name = this.#token()
    return this.#change('PUT', `/api/clients/${id}`, { name, email: 'other@example.com' }, 'again', {
      trace: there('clients', this.#mine({ id, name })),
      activity: 'client.updated',
      enter: () => this.books.put('clients', id, { name, email: 'other@example.com' }),
    })
  }

  #removeClient(id: number): Change {
    return this.#remove(`/api/clients/${id}`, 'clients', id, 'client.removed', this.#clients)
  }

  #addProject(name: string): Change {
    const own = name === this.#projectName
    const body = { name, description: 'x'.repeat(this.chance.between(0, 3000)), client_id: this.#client }
    return this.#create('/api/projects', this.#token(), body, {
      trace: there('projects', this.#mine({ name })),
      activity: 'project.created',
      enter: ({ id }) => {
        if (own) this.#project = id
        else this.#projects.push(id)
        this.books.put('projects', id, this.#mine(body))
      },
    })
  }

  #renameProject(id: number): Change {
    const name = this.#token()
    const body = { name, description: '', client_id: this.#client, status: 'on_hold' }
    return this.#change('PUT', `/api/projects/${id}`, body, 'again', {
      trace: there('projects', this.#mine({ id, name })),
      activity: 'project.updated',
      enter: () => this.books.put('projects', id, body),
    })
  }

  #logTime(): Change {
    const [description, hours] = [this.#token(), this.#quantity()]
    const body = { project_id: this.#project, description, hours, date: DAY }
    return this.#create('/api/time-entries', description, body, {
      trace: there('time_entries', this.#mine({ description })),
      activity: 'time_entry.created',
      enter: ({ id }) => {
        this.#entries.push(id)
        this.books.put('time_entries', id, this.#mine({ ...body, hours: hundredths(hours) }))
      },
    })
  }

  #changeTime(id: number): Change {
    const [description, hours] = [this.#token(), this.#quantity()]
    const body = { project_id: this.#project, description, hours, date: DAY }
    return this.#change('PUT', `/api/time-entries/${id}`, body, 'again', {
      trace: there('time_entries', this.#mine({ id, description })),
      activity: 'time_entry.updated',
      enter: () => this.books.put('time_entries', id, { description, hours: hundredths(hours) }),
    })
  }

  #removeTime(id: number): Change {
    return this.#remove(`/api/time-entries/${id}`, 'time_entries', id, 'time_entry.deleted', this.#entries)
  }

  #addExpense(): Change {
    const [description, amount] = [this.#token(), this.#amount()]
    return this.#create(
      '/api/expenses',
      description,
      { description, amount, date: DAY, category: 'Travel' },
      {
        trace: there('expenses', this.#mine({ description })),
        activity: 'expense.created',
        enter: ({ id }) => {
          this.#expenses.push(id)
          this.books.put('expenses', id, this.#mine({ description, amount: hundredths(amount), date: DAY }))
        },
      },
    )
  }

  #changeExpense(id: number): Change {
    const [description, amount] = [this.#token(), this.#amount()]
    const body = { description, amount, date: DAY, category: 'Other' }
    return this.#change('PUT', `/api/expenses/${id}`, body, 'again', {
      trace: there('expenses', this.#mine({ id, description })),
      activity: 'expense.updated',
      enter: () =>
        this.books.put('expenses', id, { description, amount: hundredths(amount), category: 'Other' }),
    })
  }

  #removeExpense(id: number): Change {
    return this.#remove(`/api/expenses/${id}`, 'expenses', id, 'expense.deleted', this.#expenses)
  }

  // ── Invoices

  #item = () => ({ description: this.#token(), quantity: this.#quantity(), rate: this.#amount() })

  #enterItem(invoice: number, { id, description, quantity, rate, amount }: Body): void {
    const [sum, price, count] = [hundredths(amount), hundredths(rate), hundredths(quantity)]
    const values = { invoice_id: invoice, description, quantity: count, rate: price, amount: sum }
    this.books.put('invoice_items', id, this.#mine(values))
  }

  #writeInvoice(): Change {
    const notes = this.#token()
    const items = Array.from({ length: this.chance.between(1, 3) }, this.#item)
    const body = { client_id: this.#client, issue_date: DAY, tax_rate: 19, notes, items }
    return this.#create('/api/invoices', notes, body, {
      trace: there('invoices', this.#mine({ notes })),
      activity: 'invoice.created',
      enter: ({ id, invoice_number, items }) => {
        this.#invoices.push({
          id,
          number: invoice_number,
          items: items.map((item: Body) => item.id),
          state: 'draft',
        })
        const number = Number(invoice_number.slice('INV-'.length))
        const values = { number, client_id: this.#client, tax_rate: 1900, notes, status: 'draft' }
        this.books.put('invoices', id, this.#mine(values))
        for (const item of items) this.#enterItem(id, item)
      },
    })
  }

  #addItem(invoice: Invoice): Change {
    const item = this.#item()
    return this.#create(`/api/invoices/${invoice.id}/items`, item.description, item, {
      trace: there('invoice_items', this.#mine({ description: item.description })),
      activity: 'invoice.item_added',
      enter: (body) => {
        invoice.items.push(body.id)
        this.#enterItem(invoice.id, body)
      },
    })
  }

  #changeFirstItem({ id: invoice, items: [id] }: Invoice): Change {
    const item = this.#item()
    if (id === undefined) return this.#logTime()
    return this.#change('PUT', `/api/invoices/${invoice}/items/${id}`, item, 'again', {
      trace: there('invoice_items', this.#mine({ id, description: item.description })),
      activity: 'invoice.item_updated',
      enter: (body) => this.#enterItem(invoice, body),
    })
  }

  #removeLastItem({ id: invoice, items }: Invoice): Change {
    const id = items.at(-1)
    if (id === undefined) return this.#logTime()
    return this.#remove(
      `/api/invoices/${invoice}/items/${id}`,
      'invoice_items',
      id,
      'invoice.item_deleted',
      items,
    )
  }

  #changeTax({ id }: Invoice): Change {
    const [notes, percent] = [this.#token(), this.chance.between(0, 2500)]
    return this.#change('PUT', `/api/invoices/${id}`, { notes, tax_rate: percent / 100 }, 'unchanged', {
      trace: there('invoices', this.#mine({ id, notes })),
      activity: 'invoice.updated',
      enter: () => this.books.put('invoices', id, { notes, tax_rate: percent }),
    })
  }

  #sendInvoice(invoice: Invoice): Change {
    const { id, number } = invoice
    return {
      ...this.#change('POST', `/api/invoices/${id}/send`, {}, 'never', {
        trace: there('invoices', this.#mine({ id, status: 'sent' })),
        activity: 'invoice.sent',
        enter: () => {
          invoice.state = 'sent'
          this.books.put('invoices', id, { status: 'sent', approval_status: 'pending' })
        },
      }),
      mail: `Invoice ${number} from ${this.#account.person.name}`,
    }
  }

  #approveInvoice(invoice: Invoice): Change {
    const { id, number } = invoice
    const client_notes = this.#token()
    return {
      ...this.#change(
        'POST',
        `${this.#portal}/invoices/${id}/approve`,
        { status: 'approved', client_notes },
        409,
        {
          trace: there('decisions', this.#mine({ subject_type: 'invoice', subject_id: id })),
          activity: 'invoice.approved',
          enter: () => {
            invoice.state = 'decided'
            this.books.put('invoices', id, { approval_status: 'approved', client_notes })
            this.books.decisions.add(`invoice ${id} approved`)
          },
        },
      ),
      by: this.#visitor,
      mail: `${this.#clientName} approved invoice ${number}`,
    }
  }

  /** By the books, in cents. */
  #balanceOf({ id }: Invoice): number {
    const items = [...this.books.rowsOf('invoice_items').values()]
    const amounts = items.filter(({ invoice_id }) => invoice_id === id).map(({ amount }) => Number(amount))
    const subtotal = sum(amounts)
    const { tax_rate } = this.books.rowsOf('invoices').get(id) ?? {}
    const paid = sum(this.books.paymentsOf(id).map(({ amount }) => amount))
    return subtotal + Math.round((subtotal * Number(tax_rate)) / 10_000) - paid
  }

  #payPart(invoice: Invoice): Change {
    const balance = this.#balanceOf(invoice)
    if (balance === 0) return this.#logTime()
    return this.#recordPayment(invoice, this.chance.happens(40) ? balance : this.chance.between(1, balance))
  }

  #recordPayment(invoice: Invoice, amount: number): Change {
    const { id } = invoice
    const reference = this.#token()
    const body = { amount: amount / 100, paid_on: DAY, method: 'card', reference }
    const isLast = amount === this.#balanceOf(invoice)
    return this.#create(`/api/invoices/${id}/payments`, reference, body, {
      trace: there('payments', this.#mine({ invoice_id: id, reference })),
      activity: isLast ? 'invoice.marked_paid' : 'invoice.payment_recorded',
      enter: () => this.#enterPayment(invoice, { amount, reference }),
    })
  }

  #enterPayment(invoice: Invoice, payment: Payment): void {
    const { id } = invoice
    if (payment.amount > 0) this.books.payments.set(id, [...this.books.paymentsOf(id), payment])
    const amount_paid = sum(this.books.paymentsOf(id).map(({ amount }) => amount))
    if (this.#balanceOf(invoice) === 0) invoice.state = 'paid'
    this.books.put('invoices', id, { amount_paid, status: invoice.state === 'paid' ? 'paid' : 'sent' })
  }

  /** Pays what is left, also if that is nothing. */
  #markPaid(invoice: Invoice): Change {
    const amount = this.#balanceOf(invoice)
    const { id } = invoice
    return this.#change('PUT', `/api/invoices/${id}`, { status: 'paid', paid_on: DAY }, 'unchanged', {
      trace: there('invoices', this.#mine({ id, status: 'paid' })),
      activity: 'invoice.marked_paid',
      enter: () => this.#enterPayment(invoice, { amount, reference: '' }),
    })
  }

  #takePaymentsBack(invoice: Invoice): Change {
    const { id } = invoice
    return this.#change('PUT', `/api/invoices/${id}`, { status: 'sent' }, 'unchanged', {
      trace: there('invoices', this.#mine({ id, status: 'sent' })),
      activity: 'invoice.marked_sent',
      enter: () => {
        invoice.state = 'decided'
        this.books.payments.delete(id)
        this.books.put('invoices', id, { amount_paid: 0, status: 'sent', paid_on: null })
      },
    })
  }

  // ── Projects and their client

  #comment(): Change {
    const content = this.#token()
    return this.#create(
      `/api/projects/${this.#project}/comments`,
      content,
      { content },
      {
        trace: there('comments', this.#mine({ content })),
        activity: 'comment.added',
        enter: ({ id }) => this.#enterComment(id, content, 'freelancer'),
      },
    )
  }

  #clientComments(): Change {
    const content = this.#token()
    const body = { project_id: this.#project, content }
    return {
      ...this.#create(`${this.#portal}/comments`, content, body, {
        trace: there('comments', this.#mine({ content })),
        activity: 'comment.received',
        enter: ({ id }) => this.#enterComment(id, content, 'client'),
      }),
      by: this.#visitor,
      mail: `${this.#clientName} commented on ${this.#projectName}`,
    }
  }

  #enterComment(id: number, content: string, author_type: string): void {
    this.books.put('comments', id, this.#mine({ project_id: this.#project, content, author_type }))
  }

  #addDeliverable(): Change {
    const title = this.#token()
    return this.#create(
      `/api/projects/${this.#project}/deliverables`,
      title,
      { title },
      {
        trace: there('deliverables', this.#mine({ title })),
        activity: 'deliverable.created',
        enter: ({ id }) => {
          this.#deliverables.push({ id, title, state: 'empty' })
          const values = { project_id: this.#project, title, status: 'draft', version: 0, file_sha256: null }
          this.books.put('deliverables', id, { ...this.#mine({}), ...values })
        },
      },
    )
  }

  #pathOf = ({ id }: Deliverable) => `/api/projects/${this.#project}/deliverables/${id}`

  #upload(deliverable: Deliverable): Change {
    const { id } = deliverable
    const content = Buffer.alloc(this.chance.between(1, 300_000), `${this.#token()} `)
    const file_sha256 = createHash('sha256').update(content).digest('hex')
    return {
      ...this.#change('POST', `${this.#pathOf(deliverable)}/file?name=draft.txt`, undefined, 'again', {
        trace: there('deliverables', this.#mine({ id, file_sha256 })),
        activity: 'deliverable.updated',
        enter: () => {
          deliverable.state = 'filled'
          this.books.put('deliverables', id, { file_sha256, file_size: content.length })
        },
      }),
      content,
    }
  }

  #submit(deliverable: Deliverable): Change {
    const { id } = deliverable
    return this.#change('POST', `${this.#pathOf(deliverable)}/submit`, undefined, 409, {
      trace: there('deliverable_versions', this.#mine({ deliverable_id: id, version: 1 })),
      activity: 'deliverable.submitted',
      enter: () => {
        deliverable.state = 'submitted'
        this.books.put('deliverables', id, { status: 'submitted', version: 1 })
      },
    })
  }

  #approve(deliverable: Deliverable): Change {
    const { id, title } = deliverable
    return {
      ...this.#change(
        'POST',
        `${this.#portal}/deliverables/${id}/approve`,
        { feedback: this.#token() },
        409,
        {
          trace: there('decisions', this.#mine({ subject_type: 'deliverable', subject_id: id })),
          activity: 'deliverable.approved',
          enter: () => {
            deliverable.state = 'approved'
            this.books.put('deliverables', id, { status: 'approved' })
            this.books.decisions.add(`deliverable ${id} approved`)
          },
        },
      ),
      by: this.#visitor,
      mail: `${this.#clientName} approved ${title}`,
    }
  }

  // ── How it is made

  #change(
    method: 'POST' | 'PUT',
    path: string,
    body: unknown,
    repeated: Change['repeated'],
    rest: Pick<Change, 'trace' | 'activity' | 'enter'>,
  ): Change {
    return { ...this.#by(), method, path, body, repeated, ...rest }
  }

  #remove(path: string, table: string, id: number, activity: string, from: number[]): Change {
    return {
      ...this.#by(),
      method: 'DELETE',
      path,
      repeated: 404,
      trace: gone(table, this.#account.id, id),
      activity,
      enter: () => {
        from.splice(from.indexOf(id), 1)
        this.books.remove(table, id)
      },
    }
  }
}

function required<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('what was made before is missing')
  return item
}

type Possible = [weight: number, make: () => Change]

function when<Item>(item: Item, weight: number, make: (item: NonNullable<Item>) => Change): Possible[] {
  return item ? [[weight, () => make(item)]] : []
}
