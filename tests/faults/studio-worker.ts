import type { SeededRandom } from '#core/seeded-random.ts'
import type { Account } from './account.ts'
import { BookChanges } from './book-changes.ts'
import type { Books } from './books.ts'
import type { Change } from './change.ts'
import { InvoiceChanges } from './invoice-changes.ts'
import { ProjectChanges } from './project-changes.ts'
import { Studio } from './studio.ts'
import { type Tally, Worker } from './worker.ts'

/**
 * A freelancer who works for a client of their own, and that client in the portal. Several workers of one account share its
 * invoice numbers, its activity and its locks.
 */
export class StudioWorker extends Worker {
  readonly #studio: Studio
  readonly #book: BookChanges
  readonly #invoices: InvoiceChanges
  readonly #project: ProjectChanges

  constructor(account: Account, name: string, books: Books, random: SeededRandom, tally: Tally) {
    super(books, random, tally)
    this.#studio = new Studio(account, name, books, random)
    this.#book = new BookChanges(this.#studio)
    this.#invoices = new InvoiceChanges(this.#studio)
    this.#project = new ProjectChanges(this.#studio)
  }

  async prepare(): Promise<void> {
    await this.make(this.#book.addClient(this.#studio.clientName))
    await this.make(this.#book.addProject(this.#studio.projectName))
    await this.#studio.openPortal()
  }

  /** So that there is something of each kind, whatever chance brings. */
  async makeOneOfEach(): Promise<void> {
    for (const change of [
      () => this.#book.logTime(),
      () => this.#book.addExpense(),
      () => this.#book.addClient(),
      () => this.#project.comment(),
      () => this.#project.clientComments(),
      () => this.#invoices.write(),
      () => this.#invoices.send(this.#invoices.last),
      () => this.#invoices.approve(this.#invoices.last),
      () => this.#invoices.recordPayment(this.#invoices.last, 1),
      () => this.#project.addDeliverable(true),
      () => this.#project.upload(this.#project.last),
      () => this.#project.submit(this.#project.last),
      () => this.#project.approve(this.#project.last),
    ])
      await this.make(change())
  }

  protected next(): Change {
    const possible = [this.#book, this.#invoices, this.#project].flatMap((changes) => changes.possible())
    const sum = possible.reduce((all, [weight]) => all + weight, 0)
    let drawn = this.random.between(1, sum)
    for (const [weight, make] of possible) {
      drawn -= weight
      if (drawn <= 0) return make()
    }
    throw new Error('the weights do not add up')
  }
}
