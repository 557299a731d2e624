import type { SeededRandom } from '#core/seeded-random.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import type { Account } from './account.ts'
import type { Books } from './books.ts'
import { type Change, changeOf, gone, there } from './change.ts'
import { type Tally, Worker } from './worker.ts'

/** A freelancer on the free plan, who uses up its limits, makes room, and uses it up again. */
export class FreePlanWorker extends Worker {
  readonly #account: Account
  readonly #name: string
  readonly #made: Record<'clients' | 'projects', number[]> = { clients: [], projects: [] }
  /** An invoice needs a client, which all workers of the account share. */
  readonly #clientId: number
  #count = 0

  constructor(
    account: Account,
    name: string,
    clientId: number,
    books: Books,
    random: SeededRandom,
    tally: Tally,
  ) {
    super(books, random, tally)
    this.#account = account
    this.#name = name
    this.#clientId = clientId
  }

  /** Uses up the limits. */
  async prepare(): Promise<void> {
    for (let count = 0; count < 3; count++) await this.make(this.#create('clients'))
    for (let count = 0; count < 6; count++) await this.make(this.#create('projects'))
  }

  protected next(): Change {
    const noun = this.random.oneOf(['clients', 'projects'] as const)
    const oldest = this.#made[noun][0]
    if (oldest !== undefined && this.random.happens(30)) return this.#remove(noun, oldest)
    return this.random.happens(20) ? this.#writeInvoice() : this.#create(noun)
  }

  #newName = () => `${this.#name}-${++this.#count}`

  #create(noun: 'clients' | 'projects'): Change {
    const name = this.#newName()
    const account_id = this.#account.id
    const endpoint = noun === 'clients' ? clientsApi.create : projectsApi.create
    return changeOf(
      this.#account,
      endpoint,
      { body: { name } },
      {
        key: name,
        repeated: 'same',
        limited: true,
        trace: there(noun, { account_id, name }),
        activity: noun === 'clients' ? 'client.created' : 'project.created',
        enter: ({ id }) => {
          this.#made[noun].push(id)
          this.books.put(noun, id, { account_id, name })
        },
      },
    )
  }

  #remove(noun: 'clients' | 'projects', id: number): Change {
    const endpoint = noun === 'clients' ? clientsApi.remove : projectsApi.remove
    return changeOf(
      this.#account,
      endpoint,
      { params: { id } },
      {
        repeated: 404,
        trace: gone(noun, this.#account.id, id),
        activity: noun === 'clients' ? 'client.removed' : 'project.removed',
        enter: () => {
          this.#made[noun].splice(this.#made[noun].indexOf(id), 1)
          this.books.remove(noun, id)
        },
      },
    )
  }

  #writeInvoice(): Change {
    const notes = this.#newName()
    const account_id = this.#account.id
    const client_id = this.#clientId
    const items = [{ description: notes, quantity: 1, rate: 9.5 }]
    const body = { client_id, issue_date: '2026-11-02', notes, items }
    return changeOf(
      this.#account,
      invoicesApi.create,
      { body },
      {
        key: notes,
        repeated: 'same',
        limited: true,
        trace: there('invoices', { account_id, notes }),
        activity: 'invoice.created',
        enter: ({ id, invoice_number, items }) => {
          const number = Number(invoice_number.slice('INV-'.length))
          this.books.put('invoices', id, { account_id, number, client_id, notes, status: 'draft' })
          for (const item of items) {
            const values = { account_id, invoice_id: id, description: notes, amount: 950 }
            this.books.put('invoice_items', item.id, values)
          }
        },
      },
    )
  }
}
