import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SeededRandom } from '#core/seeded-random.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { Browser, cardFields, cards } from '#sandbox/payments/test-shop.ts'
import { openPayingStudio, type PayingStudio, sendInvoice } from '#tests/online-payments.ts'
import { signInAs } from '#tests/people.ts'
import { PortalVisitor } from '#tests/portal-visitor.ts'
import type { AppProcess } from './app-process.ts'
import { type LoneAccountOptions, withServers } from './lone-account.ts'
import { compareBooks } from './payment-books.ts'
import { until } from './until.ts'

const PAYERS = 3
const FEWEST_STEPS = 2
const MOST_STEPS = 15
const LONGEST_MOMENT = 25
const SETTLE_SECONDS = 60

/** Clients pay invoices while a server is killed again and again. In the end the books say what the payment provider's say. */
export async function payWhileKilled(options: LoneAccountOptions): Promise<void> {
  const { part, report, rounds, seed, directory } = options
  const random = new SeededRandom(seed)
  await withServers(options, async (apps, query) => {
    const [app] = apps
    const signIn = (name: string) => signInAs(app.url, { name, email: 'ada@example.com' })
    const studio = await openPayingStudio({ app, signIn })
    const { id } = await studio.ada.call(accountApi.me)
    const till = new Till({
      urls: apps.map(({ url }) => url),
      consoleUrls: apps.map(({ url }) => `${url}/sandbox/payments`),
      studio,
      random,
      // The error of fetch when the other side is gone.
      isBrokenOff: (error) => error instanceof TypeError,
    })
    for (let round = 1; round <= rounds; round++) {
      await workUntilKilled(till, apps, random)
      if (round % 10 === 0 || round === rounds) {
        report.progress(part, `round ${round} of ${rounds}, ${till.steps} steps acknowledged`)
      }
    }
    await till.finish()
    const read = () => compareBooks(query, id, join(directory, 'payments.sqlite'))
    await until(async () => (await read()).faults.length === 0, SETTLE_SECONDS)
    const { faults, payments, refunds } = await read()
    report.check(part, 'the books have each payment and refund of the provider once', faults)
    report.check(part, 'nothing else goes wrong', till.faults)
    report.check(part, 'kills hit payments under way', till.brokenOff > 0 ? [] : ['none was broken off'])
    report.note(
      `${part}: ${rounds} kills; ${payments} payments and ${refunds} refunds, ${till.brokenOff} broken off`,
    )
  })
}

async function workUntilKilled(till: Till, apps: AppProcess[], random: SeededRandom): Promise<void> {
  const enough = till.steps + random.between(FEWEST_STEPS, MOST_STEPS)
  const moment = random.between(0, LONGEST_MOMENT)
  const app = random.oneOf(apps)
  const work = till.work()
  await Promise.race([until(async () => till.steps >= enough, SETTLE_SECONDS), work])
  await delay(moment)
  await app.kill()
  till.close()
  await work
  await app.start()
}

interface TillOptions {
  /** The addresses of the servers, between which clients choose at random. */
  urls: string[]
  /** The addresses of the payment provider's console. */
  consoleUrls: string[]
  studio: PayingStudio
  random: SeededRandom
  /** True if a fault may cause this error. */
  isBrokenOff(error: unknown): boolean
}

/** Clients at work, each paying one invoice after the other. What a fault breaks off is taken up again. */
export class Till {
  readonly #options: TillOptions
  readonly #studio: PayingStudio
  readonly #random: SeededRandom
  readonly #unpaid: number[] = []
  readonly faults: string[] = []
  #isOpen = false
  steps = 0
  brokenOff = 0

  constructor(options: TillOptions) {
    this.#options = options
    this.#studio = options.studio
    this.#random = options.random
  }

  /** Until it is closed, or all were broken off. */
  async work(): Promise<void> {
    this.#isOpen = true
    await Promise.all(Array.from({ length: PAYERS }, () => this.#payOn()))
  }

  close(): void {
    this.#isOpen = false
  }

  async #payOn(): Promise<void> {
    while (this.#isOpen) {
      let invoiceId = this.#unpaid.shift()
      try {
        invoiceId ??= await sendInvoice(this.#studio)
        await this.#payAndRefund(invoiceId)
      } catch (error) {
        if (invoiceId !== undefined) this.#unpaid.push(invoiceId)
        if (!this.#options.isBrokenOff(error)) this.faults.push(String(error))
        this.brokenOff++
        return
      }
    }
  }

  async finish(): Promise<void> {
    for (const invoiceId of this.#unpaid.splice(0)) await this.#pay(this.#visit(), invoiceId)
  }

  async #payAndRefund(invoiceId: number): Promise<void> {
    const tabs = this.#random.between(1, 2)
    const client = this.#visit()
    await Promise.all(Array.from({ length: tabs }, () => this.#pay(client, invoiceId)))
    if (this.#random.happens(50)) await this.#refundSomething()
  }

  #visit(): PortalVisitor {
    return new PortalVisitor(this.#random.oneOf(this.#options.urls), this.#studio.client.token)
  }

  async #pay(client: PortalVisitor, invoiceId: number): Promise<void> {
    const answer = await client.try(portalApi.pay, { params: { invoiceId } })
    this.steps++
    // It was paid in another tab, or before the kill.
    if (answer.status === 409) return
    if (!answer.ok) throw new Error(`pay answered ${answer.status}: ${answer.body.error}`)
    const browser = new Browser()
    const page = await browser.open(answer.body.url)
    if (page.location === null && page.status === 200) {
      if (this.#random.happens(25)) {
        await browser.submit(page, '/checkout/', cardFields(cards.declined))
      }
      await browser.submit(page, '/checkout/', cardFields(cards.good))
      this.steps++
    }
    await client.call(portalApi.payment, { params: { invoiceId } })
    this.steps++
  }

  /** In the provider's console, as the freelancer does. */
  async #refundSomething(): Promise<void> {
    const url = this.#random.oneOf(this.#options.consoleUrls)
    const browser = new Browser()
    const console = await browser.open(url)
    const payments = [...console.text.matchAll(/href="([^"]*\/payments\/pi_\w+)"/g)].map(([, path]) => path)
    const page = await browser.open(new URL(this.#random.oneOf(payments) ?? '', url).href)
    if (page.text.includes('can be refunded')) await browser.submit(page, '/refund', { amount: '100' })
    this.steps++
  }
}
