import { toSeconds } from '#core/units.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { type Change, there } from './change.ts'
import { DAY, hundredths, type Possible, type Studio, when } from './studio.ts'

/** Changes of clients, projects, time and expenses. */
export class BookChanges {
  readonly #studio: Studio
  readonly #clients: number[] = []
  readonly #projects: number[] = []
  readonly #entries: number[] = []
  readonly #expenses: number[] = []

  constructor(studio: Studio) {
    this.#studio = studio
  }

  possible(): Possible[] {
    const [client, project] = [this.#clients.at(-1), this.#projects.at(-1)]
    const [entry, expense] = [this.#entries.at(-1), this.#expenses.at(-1)]
    return [
      [6, () => this.logTime()],
      [3, () => this.addExpense()],
      [2, () => this.addClient()],
      [2, () => this.addProject()],
      ...when(entry, 2, (id) => this.#changeTime(id)),
      ...when(entry, 1, (id) => this.#removeTime(id)),
      ...when(expense, 1, (id) => this.#changeExpense(id)),
      ...when(expense, 1, (id) => this.#removeExpense(id)),
      ...when(client, 1, (id) => this.#renameClient(id)),
      ...when(client, 1, (id) => this.#removeClient(id)),
      ...when(project, 1, (id) => this.#renameProject(id)),
    ]
  }

  /** The client for whom this worker works is never removed. */
  addClient(name = this.#studio.newName()): Change {
    const { books, own } = this.#studio
    const body = { name, email: 'client@example.com' }
    return this.#studio.create(
      clientsApi.create,
      name,
      { body },
      {
        trace: there('clients', own({ name })),
        activity: 'client.created',
        enter: ({ id }) => {
          if (name === this.#studio.clientName) this.#studio.clientId = id
          else this.#clients.push(id)
          books.put('clients', id, own(body))
        },
      },
    )
  }

  #renameClient(id: number): Change {
    const { books, own } = this.#studio
    const body = { name: this.#studio.newName(), email: 'other@example.com' }
    return this.#studio.change(clientsApi.update, { params: { id }, body }, 'again', {
      trace: there('clients', own({ id, name: body.name })),
      activity: 'client.updated',
      enter: () => books.put('clients', id, body),
    })
  }

  #removeClient(id: number): Change {
    const meaning = { table: 'clients', id, activity: 'client.removed', from: this.#clients }
    return this.#studio.remove(clientsApi.remove, { params: { id } }, meaning)
  }

  addProject(name = this.#studio.newName()): Change {
    const { books, own, random, clientId } = this.#studio
    const isOwn = name === this.#studio.projectName
    const body = {
      name,
      description: 'x'.repeat(random.between(0, 3000)),
      client_id: clientId,
      ...(isOwn && { invoice_on_approval: 'sent' as const }),
    }
    return this.#studio.create(
      projectsApi.create,
      name,
      { body },
      {
        trace: there('projects', own({ name })),
        activity: 'project.created',
        enter: ({ id }) => {
          if (isOwn) this.#studio.projectId = id
          else this.#projects.push(id)
          books.put('projects', id, own(body))
        },
      },
    )
  }

  #renameProject(id: number): Change {
    const { books, own, clientId } = this.#studio
    const name = this.#studio.newName()
    const body = { name, description: '', client_id: clientId, status: 'on_hold' as const }
    return this.#studio.change(projectsApi.update, { params: { id }, body }, 'again', {
      trace: there('projects', own({ id, name })),
      activity: 'project.updated',
      enter: () => books.put('projects', id, body),
    })
  }

  #time = () => ({
    project_id: this.#studio.projectId,
    description: this.#studio.newName(),
    hours: this.#studio.quantity(),
    date: DAY,
  })

  logTime(): Change {
    const { books, own } = this.#studio
    const body = this.#time()
    const { description, hours } = body
    return this.#studio.create(
      timeEntriesApi.create,
      description,
      { body },
      {
        trace: there('time_entries', own({ description })),
        activity: 'time_entry.created',
        enter: ({ id }) => {
          this.#entries.push(id)
          books.put('time_entries', id, own({ ...body, hours: toSeconds(hours) }))
        },
      },
    )
  }

  #changeTime(id: number): Change {
    const { books, own } = this.#studio
    const body = this.#time()
    const { description, hours } = body
    return this.#studio.change(timeEntriesApi.update, { params: { id }, body }, 'again', {
      trace: there('time_entries', own({ id, description })),
      activity: 'time_entry.updated',
      enter: () => books.put('time_entries', id, { description, hours: toSeconds(hours) }),
    })
  }

  #removeTime(id: number): Change {
    const meaning = { table: 'time_entries', id, activity: 'time_entry.deleted', from: this.#entries }
    return this.#studio.remove(timeEntriesApi.remove, { params: { id } }, meaning)
  }

  #expense = (category: 'Travel' | 'Other') => ({
    description: this.#studio.newName(),
    amount: this.#studio.amount(),
    date: DAY,
    category,
  })

  addExpense(): Change {
    const { books, own } = this.#studio
    const body = this.#expense('Travel')
    const { description, amount } = body
    return this.#studio.create(
      expensesApi.create,
      description,
      { body },
      {
        trace: there('expenses', own({ description })),
        activity: 'expense.created',
        enter: ({ id }) => {
          this.#expenses.push(id)
          books.put('expenses', id, own({ ...body, amount: hundredths(amount) }))
        },
      },
    )
  }

  #changeExpense(id: number): Change {
    const { books, own } = this.#studio
    const body = this.#expense('Other')
    const { description, amount } = body
    return this.#studio.change(expensesApi.update, { params: { id }, body }, 'again', {
      trace: there('expenses', own({ id, description })),
      activity: 'expense.updated',
      enter: () => books.put('expenses', id, { ...body, amount: hundredths(amount) }),
    })
  }

  #removeExpense(id: number): Change {
    const meaning = { table: 'expenses', id, activity: 'expense.deleted', from: this.#expenses }
    return this.#studio.remove(expensesApi.remove, { params: { id } }, meaning)
  }
}
