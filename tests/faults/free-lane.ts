import type { SeededRandom } from '#core/seeded-random.ts'
import type { Account } from './account.ts'
import type { Books } from './books.ts'
import { type Change, gone, there } from './change.ts'
import { Lane, type Tally } from './lane.ts'

/** One hand of a freelancer on the free plan, who takes all the room that it has, makes some, and takes it again. */
export class FreeLane extends Lane {
  readonly #account: Account
  readonly #name: string
  readonly #made: Record<'clients' | 'projects', number[]> = { clients: [], projects: [] }
  /** An invoice needs a client, which both hands share. */
  readonly #client: () => number
  #count = 0

  constructor(
    account: Account,
    name: string,
    client: () => number,
    books: Books,
    chance: SeededRandom,
    tally: Tally,
  ) {
    super(books, chance, tally)
    this.#account = account
    this.#name = name
    this.#client = client
  }

  /** Takes all the room there is. */
  async prepare(): Promise<void> {
    for (let count = 0; count < 3; count++) await this.make(this.#create('clients'))
    for (let count = 0; count < 6; count++) await this.make(this.#create('projects'))
  }

  protected next(): Change {
    const noun = this.chance.oneOf(['clients', 'projects'] as const)
    const oldest = this.#made[noun][0]
    if (oldest !== undefined && this.chance.happens(30)) return this.#remove(noun, oldest)
    return this.chance.happens(20) ? this.#writeInvoice() : this.#create(noun)
  }

  #create(noun: 'clients' | 'projects'): Change {
    const name = `${this.#name}-${++this.#count}`
    const account_id = this.#account.id
    return {
      ...this.#by('POST', `/api/${noun}`),
      body: { name },
      key: name,
      repeated: 'same',
      limited: true,
      trace: there(noun, { account_id, name }),
      activity: noun === 'clients' ? 'client.created' : 'project.created',
      enter: ({ id }) => {
        this.#made[noun].push(id)
        this.books.put(noun, id, { account_id, name })
      },
    }
  }

  #remove(noun: 'clients' | 'projects', id: number): Change {
    return {
      ...this.#by('DELETE', `/api/${noun}/${id}`),
      repeated: 404,
      trace: gone(noun, this.#account.id, id),
      activity: noun === 'clients' ? 'client.removed' : 'project.removed',
      enter: () => {
        this.#made[noun].splice(this.#made[noun].indexOf(id), 1)
        this.books.remove(noun, id)
      },
    }
  }

  #writeInvoice(): Change {
    const notes = `${this.#name}-${++this.#count}`
    const account_id = this.#account.id
    const client_id = this.#client()
    return {
      ...this.#by('POST', '/api/invoices'),
      body: {
        client_id,
        issue_date: '2026-11-02',
        notes,
        items: [{ description: notes, quantity: 1, rate: 9.5 }],
      },
      key: notes,
      repeated: 'same',
      limited: true,
      trace: there('invoices', { account_id, notes }),
      activity: 'invoice.created',
      enter: ({ id, invoice_number, items: [item] }) => {
        const number = Number(invoice_number.slice('INV-'.length))
        this.books.put('invoices', id, { account_id, number, client_id, notes, status: 'draft' })
        this.books.put('invoice_items', item.id, {
          account_id,
          invoice_id: id,
          description: notes,
          amount: 950,
        })
      },
    }
  }

  #by = (method: Change['method'], path: string) => ({
    account: this.#account.id,
    by: this.#account.person,
    method,
    path,
  })
}
