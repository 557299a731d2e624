import type { Arguments, Endpoint } from '#core/endpoint.ts'
import type { SeededRandom } from '#core/seeded-random.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import type { Account } from './account.ts'
import type { Books, Values } from './books.ts'
import { type Change, type ChangeDetails, changeOf, gone } from './change.ts'

export const DAY = '2026-11-02'
export const hundredths = (value: number): number => Math.round(value * 100)

type Meaning<E extends Endpoint> = Pick<
  ChangeDetails<E>,
  'trace' | 'activity' | 'followedBy' | 'enter' | 'mails'
>
type Call<E extends Endpoint> = Omit<Arguments<E>, 'ifMatch'>

/** A worker's own data: a client with a portal link, a project, and names that nobody else uses. */
export class Studio {
  readonly account: Account
  readonly name: string
  readonly books: Books
  readonly random: SeededRandom
  clientId = 0
  projectId = 0
  /** The client, who opens the portal link. */
  visitor: PortalVisitor
  #names = 0

  constructor(account: Account, name: string, books: Books, random: SeededRandom) {
    this.account = account
    this.name = name
    this.books = books
    this.random = random
    this.visitor = new PortalVisitor(account.person.url, '')
  }

  get clientName(): string {
    return `Client of ${this.name}`
  }

  get projectName(): string {
    return `Project of ${this.name}`
  }

  async openPortal(): Promise<void> {
    const { person, id } = this.account
    const { url } = await person.call(portalAccessApi.create, { params: { id: this.clientId } })
    this.books.addActivity(id, 'portal_link.created')
    this.visitor = new PortalVisitor(person.url, tokenOf(url))
  }

  newName(): string {
    this.#names += 1
    return `${this.name}-${this.#names}`
  }

  amount = (): number => this.random.between(100, 99_999) / 100
  quantity = (): number => this.random.between(10, 2000) / 100

  /** The values of a row of this account. */
  own = (values: Values): Values => ({ account_id: this.account.id, ...values })

  create<E extends Endpoint>(endpoint: E, key: string, call: Call<E>, meaning: Meaning<E>): Change {
    return changeOf(this.account, endpoint, call, { key, repeated: 'same', ...meaning })
  }

  change<E extends Endpoint>(
    endpoint: E,
    call: Call<E>,
    repeated: Change['repeated'],
    meaning: Meaning<E>,
  ): Change {
    return changeOf(this.account, endpoint, call, { repeated, ...meaning })
  }

  remove<E extends Endpoint>(
    endpoint: E,
    call: Call<E>,
    { table, id, activity, from }: { table: string; id: number; activity: string; from: number[] },
  ): Change {
    return this.change(endpoint, call, 404, {
      trace: gone(table, this.account.id, id),
      activity,
      enter: () => {
        from.splice(from.indexOf(id), 1)
        this.books.remove(table, id)
      },
    })
  }

  /** This change, made by the client. */
  byClient = (change: Change): Change => ({ ...change, by: this.visitor })
}

/** A change that could be made now, and how often it is chosen. */
export type Possible = [weight: number, make: () => Change]

export function when<Item>(
  item: Item,
  weight: number,
  make: (item: NonNullable<Item>) => Change,
): Possible[] {
  return item ? [[weight, () => make(item)]] : []
}

export const lastIn = <Item extends { state: string }>(
  items: Item[],
  state: Item['state'],
): Item | undefined => items.findLast((item) => item.state === state)
