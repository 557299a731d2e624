import { setTimeout as delay } from 'node:timers/promises'
import { addDays, daysBetween } from '#core/calendar.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import { accountApi } from '#features/account/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { commentsApi } from '#features/comments/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { remindersApi } from '#features/reminders/contract.ts'
import { Browser } from '#sandbox/payments/test-shop.ts'
import { type Person, signInAs } from '#tests/people.ts'
import type { AppProcess } from './app-process.ts'
import { deliveredInto } from './deliveries.ts'
import { type LoneAccountOptions, withServers } from './lone-account.ts'
import type { Query } from './snapshot.ts'
import { until } from './until.ts'

const INVOICES = 12
const FIRST_DUE_DAYS = 12
const REMINDER_DAYS = [-9, -6, -3, 0, 3, 6, 9, 12]
/** Until then, hardly any is due. */
const QUIET_DAYS = 8
const LONGEST_MOMENT = 1500
const SETTLE_SECONDS = 300

/** Day after day passes, and the app is killed while it sends the reminders and news of the day. Each goes at most once. */
export async function remindWhileKilled(options: LoneAccountOptions): Promise<void> {
  const { part, report, rounds, seed } = options
  const random = new SeededRandom(seed)
  await withServers(options, async ([app]) => {
    const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
    const { id } = await ada.call(accountApi.me)
    const read = () => readReminders((...all) => app.query(...all), id)
    await app.query('create rule no_mail_limits as on insert to mail_sends do instead nothing')
    await sendInvoices(ada, rounds)
    const comment = await startProject(ada)
    for (let day = 0; day < QUIET_DAYS; day++) await passADay(app)
    for (let round = 1; round <= rounds; round++) {
      await comment()
      await passADay(app)
      await delay(random.between(0, LONGEST_MOMENT))
      await app.kill()
      await app.start()
      if (round % 10 === 0 || round === rounds)
        report.progress(part, `round ${round} of ${rounds}, ${(await read()).length} reminders`)
    }
    // A day on which nothing is killed: the app may have been killed too early on all others.
    await passADay(app)
    const someSent = await until(async () => (await read()).length > 0, SETTLE_SECONDS)
    report.check(part, 'reminders are sent', someSent ? [] : ['none was'])
    const settled = await until(async () => (await app.query(UNFINISHED)).length === 0, SETTLE_SECONDS)
    report.check(part, 'in the end no reminder and no mail waits', settled ? [] : ['some still do'])
    const reminders = await read()
    report.check(part, 'three days lie between two reminders', tooClose(reminders))
    const delivered = await deliveredInto(app.dataDirectory)()
    report.check(part, 'each reminder is mailed at most once', mailedTwice(reminders, delivered))
    const news = await app.query(NEWS)
    report.check(part, 'each comment is mailed once', wrongNews(news, rounds, delivered))
    report.note(
      `${part}: ${rounds} kills; ${reminders.length} reminders of ${INVOICES} invoices, ${news.length} mails about news`,
    )
  })
}

/** Due one after the other, so that some are reminded of until the last day. */
async function sendInvoices(ada: Person, days: number): Promise<void> {
  const apart = Math.ceil(days / INVOICES)
  await ada.call(accountApi.update, { body: { business_name: '', time_zone: zoneOfMorning() } })
  const rules = REMINDER_DAYS.map((days_after_due) => ({ days_after_due, is_enabled: true }))
  await ada.call(remindersApi.update, { body: { rules } })
  const today = new Date().toISOString().slice(0, 10)
  for (let number = 0; number < INVOICES; number++) {
    const client = await ada.call(clientsApi.create, {
      body: { name: `Client ${number}`, email: `client${number}@example.com` },
    })
    const { id } = await ada.call(invoicesApi.create, {
      body: {
        client_id: client.id,
        issue_date: addDays(today, -1),
        due_date: addDays(today, FIRST_DUE_DAYS + apart * number),
        items: [{ description: 'Design', quantity: 1, rate: 100 }],
      },
    })
    await ada.call(invoicesApi.send, { params: { id }, body: {} })
  }
}

/** Returns how to comment on a project, about which its client is mailed. */
async function startProject(ada: Person): Promise<() => Promise<unknown>> {
  const { id: client_id } = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })
  await ada.call(portalAccessApi.create, { params: { id: client_id } })
  return () => ada.call(commentsApi.create, { params: { id }, body: { content: 'The next draft is up.' } })
}

/** Where it is nine in the morning now. */
export function zoneOfMorning(): string {
  const offset = 9 - new Date().getUTCHours()
  const hours = offset < -11 ? offset + 24 : offset
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** By the clock of the payment sandbox, which the app follows. */
async function passADay(app: AppProcess): Promise<void> {
  const browser = new Browser()
  const console = await browser.open(`${app.url}/sandbox/payments`)
  await browser.submit(console, '/clock', { by: 'day' })
}

const LOG = `
  select m.invoice_id, m.days_after_due, m.due_date::text, m.sent_at::date::text as sent_on,
    split_part(mails.message_id, '@', 1) as message
  from invoice_mails m join mails on mails.account_id = m.account_id and mails.id = m.mail_id
  where m.account_id = $1 and m.kind = 'reminder' order by m.invoice_id, m.sent_at`

const UNFINISHED = `
  select from jobs.job
  where name in ('remind-clients', 'remind-of-invoice', 'mail-client-news', 'send-mail') and state in ('created', 'active', 'retry')`

const NEWS = `
  select subject, split_part(message_id, '@', 1) as message from mails where subject ~ '^(New|[0-9]+ new) comments? on'`

/** One mail tells of one comment, or of as many as its subject says. */
function wrongNews(
  mails: Record<string, unknown>[],
  expected: number,
  delivered: Record<string, number>,
): string[] {
  const told = mails.reduce((sum, { subject }) => sum + (Number.parseInt(String(subject), 10) || 1), 0)
  return [
    ...(told === expected ? [] : [`${told} comments were mailed, not ${expected}`]),
    ...mails
      .filter(({ message }) => (delivered[String(message)] ?? 0) > 1)
      .map(({ subject }) => `delivered twice: ${subject}`),
  ]
}

export interface Reminder {
  invoice: number
  rule: string
  sentOn: string
  message: string
}

/** Of an account, by invoice. */
export async function readReminders(query: Query, account: number): Promise<Reminder[]> {
  const rows = await query(LOG, [account])
  return rows.map(({ invoice_id, days_after_due, due_date, sent_on, message }) => ({
    invoice: Number(invoice_id),
    rule: `${days_after_due} days after ${due_date}`,
    sentOn: String(sent_on),
    message: String(message),
  }))
}

function tooClose(reminders: Reminder[]): string[] {
  return reminders.flatMap(({ invoice, sentOn, rule }, index) => {
    const before = reminders[index - 1]
    if (before?.invoice !== invoice || daysBetween(before.sentOn, sentOn) >= 3) return []
    return [`invoice ${invoice}: ${before.rule} on ${before.sentOn}, and ${rule} on ${sentOn}`]
  })
}

export function mailedTwice(reminders: Reminder[], delivered: Record<string, number>): string[] {
  const rules = Map.groupBy(reminders, ({ invoice, rule }) => `${invoice}, ${rule}`)
  return [
    ...[...rules].filter(([, sent]) => sent.length > 1).map(([which]) => `sent twice: ${which}`),
    ...reminders
      .filter(({ message }) => (delivered[message] ?? 0) > 1)
      .map(({ invoice, rule }) => `delivered twice: ${invoice}, ${rule}`),
  ]
}
