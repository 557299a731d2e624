export type Value = string | number | boolean | null
export type Values = Record<string, Value>

export interface Payment {
  amount: number
  reference: string
}

/** The rows that must be in the database after the acknowledged calls, and no others. */
export class Books {
  /** The owners of these books. Other accounts may have more. */
  readonly accounts = new Set<number>()
  readonly tables = new Map<string, Map<number, Values>>()
  readonly decisions = new Set<string>()
  /** The payments of each invoice, in the order in which they were acknowledged. */
  readonly payments = new Map<number, Payment[]>()
  /** The number of events of each type in an account's activity: `3 time_entry.created`. */
  readonly activities = new Map<string, number>()
  /** The number of emails with each subject, for an account. */
  readonly mails = new Map<string, number>()
  readonly keys = new Set<string>()
  #acknowledged = 0
  readonly #waiting: { count: number; tell: () => void }[] = []

  get acknowledged(): number {
    return this.#acknowledged
  }

  acknowledge(): void {
    this.#acknowledged += 1
    for (const { count, tell } of this.#waiting) if (count === this.#acknowledged) tell()
  }

  /** Resolves when so many more writes have been acknowledged. */
  more(count: number): Promise<void> {
    return new Promise((tell) => this.#waiting.push({ count: this.#acknowledged + count, tell }))
  }

  put(table: string, id: number, values: Values): void {
    const rows = this.rowsOf(table)
    rows.set(id, { ...rows.get(id), ...values })
  }

  remove(table: string, id: number): void {
    this.rowsOf(table).delete(id)
  }

  rowsOf(table: string): Map<number, Values> {
    const rows = this.tables.get(table) ?? new Map<number, Values>()
    this.tables.set(table, rows)
    return rows
  }

  /** The id of a row of this account. */
  anyIdOf(table: string, account: number): number {
    const found = [...this.rowsOf(table)].find(([, values]) => values.account_id === account)
    if (!found) throw new Error(`the account has no ${table}`)
    return found[0]
  }

  paymentsOf(invoice: number): Payment[] {
    return this.payments.get(invoice) ?? []
  }

  addActivity(account: number, type: string, times = 1): void {
    add(this.activities, `${account} ${type}`, times)
  }

  addMail(account: number, subject: string): void {
    add(this.mails, `${account} ${subject}`, 1)
  }
}

function add(counts: Map<string, number>, key: string, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}
