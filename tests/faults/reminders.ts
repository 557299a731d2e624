import { setTimeout as delay } from 'node:timers/promises'
import { addDays, type DateOnly, dateIn, daysBetween } from '#core/calendar.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { QUIET_DAYS } from '#features/billing/sending/rules/reminders.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { Browser } from '#sandbox/payments/test-shop.ts'
import { signInAs } from '#tests/people.ts'
import type { AppProcess } from './app-process.ts'
import { deliveredInto } from './deliveries.ts'
import { type LoneAccountOptions, withServers } from './lone-account.ts'
import type { Query } from './snapshot.ts'
import { until } from './until.ts'

/** Invoices of each account. */
const INVOICES = 4
/** At most as far apart as a reminder may be late, so that one is due whenever a lost job is run again. */
const REMINDER_DAYS = [0, 7, 14, 21, 28, 35, 42, 49]
const LONGEST_MOMENT = 40
const SETTLE_SECONDS = 60
/** A job that was lost with its server is run again once that has missed its heartbeat. */
const JOBS_SETTLE_SECONDS = 300

/**
 * Day after day passes, and the app is killed while it sends the reminders and news of the day. Each goes at most once, and
 * in the end each client was reminded. Every day has an account of its own, since a lost job holds up those of its account.
 */
export async function remindWhileKilled(options: LoneAccountOptions): Promise<void> {
  const { part, report, rounds, short, seed } = options
  const random = new SeededRandom(seed)
  await withServers(options, async ([app]) => {
    const timeZone = zoneOfMorning()
    let today = dateIn(timeZone, new Date())
    const query: Query = (...all) => app.query(...all)
    const accounts: number[] = []
    const signUp = async () => void accounts.push(await newAccount(app.url, accounts.length, timeZone, today))
    const passADay = async () => {
      await moveClock(app)
      today = addDays(today, 1)
    }
    let interrupted = 0

    await query('create rule no_mail_limits as on insert to mail_sends do instead nothing')
    const comment = await startProject(app.url)
    for (let day = 1; day < QUIET_DAYS; day++) {
      await signUp()
      await passADay()
    }
    for (let round = 1; round <= rounds; round++) {
      const dueToday = accounts.slice(round - 1, round)
      await signUp()
      await comment()
      await passADay()
      const enough = random.between(0, INVOICES - 1)
      const sent = async () => (await readReminders(query, dueToday)).length
      await until(async () => (await sent()) >= enough, SETTLE_SECONDS)
      await delay(random.between(0, LONGEST_MOMENT))
      if ((await sent()) < INVOICES) interrupted++
      await app.kill()
      await app.start()
      if (round % 10 === 0 || round === rounds)
        report.progress(part, `round ${round} of ${rounds}, ${interrupted} days interrupted`)
    }
    for (let day = 1; day < QUIET_DAYS; day++) await passADay()

    const settled = await until(async () => (await query(UNFINISHED)).length === 0, JOBS_SETTLE_SECONDS)
    report.check(part, 'in the end no reminder and no mail waits', settled ? [] : ['some still do'])
    const reminders = await readReminders(query, accounts)
    const expected = accounts.length * INVOICES
    const missing = expected - new Set(reminders.map(({ invoice }) => invoice)).size
    report.check(
      part,
      'each invoice is reminded of',
      missing === 0 ? [] : [`${missing} of ${expected} are not`],
    )
    report.check(part, 'three days lie between two reminders', tooClose(reminders))
    const delivered = await deliveredInto(app.dataDirectory)()
    report.check(part, 'each reminder is mailed at most once', mailedTwice(reminders, delivered))
    const news = await query(NEWS)
    report.check(part, 'each comment is mailed once', wrongNews(news, rounds, delivered))
    if (!short)
      report.check(part, 'kills hit reminders being sent', interrupted > 0 ? [] : ['all were sent before'])
    report.note(
      `${part}: ${rounds} kills, ${interrupted} of them before all of the day were sent; ` +
        `${reminders.length} reminders of ${expected} invoices, ${news.length} mails about news`,
    )
  })
}

/** With invoices that are due as soon as a reminder may follow the first mail. */
async function newAccount(url: string, number: number, time_zone: string, today: DateOnly): Promise<number> {
  const owner = await signInAs(url, { name: 'Ada', email: `ada${number}@example.com` })
  await owner.call(accountApi.update, { body: { business_name: '', time_zone } })
  const rules = REMINDER_DAYS.map((days_after_due) => ({ days_after_due, is_enabled: true }))
  await owner.call(remindersApi.update, { body: { rules } })
  const client = await owner.call(clientsApi.create, {
    body: { name: `Client ${number}`, email: `client${number}@example.com` },
  })
  for (let count = 0; count < INVOICES; count++) {
    const { id } = await owner.call(invoicesApi.create, {
      body: {
        client_id: client.id,
        issue_date: today,
        due_date: addDays(today, QUIET_DAYS),
        items: [{ description: 'Design', quantity: 1, rate: 100 }],
      },
    })
    await owner.call(sendingApi.send, { params: { id }, body: {} })
  }
  return (await owner.call(accountApi.me)).id
}

/** Returns how to comment on a project, about which its client is mailed. */
async function startProject(url: string): Promise<() => Promise<unknown>> {
  const ada = await signInAs(url, { name: 'Ada', email: 'ada@example.com' })
  const { id: client_id } = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })
  await ada.call(portalAccessApi.create, { params: { id: client_id } })
  return () => ada.call(commentsApi.create, { params: { id }, body: { content: 'The next draft is up.' } })
}

/** The time zone in which it is nine in the morning now. */
export function zoneOfMorning(): string {
  const offset = 9 - new Date().getUTCHours()
  const hours = offset < -11 ? offset + 24 : offset
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** By a day: the clock of the payment sandbox, which the app follows. */
async function moveClock(app: AppProcess): Promise<void> {
  const browser = new Browser()
  const console = await browser.open(`${app.url}/sandbox/payments`)
  await browser.submit(console, '/clock', { by: 'day' })
}

const LOG = `
  select m.invoice_id, m.days_after_due, m.due_date::text, m.sent_at::date::text as sent_on,
    split_part(mails.message_id, '@', 1) as message
  from invoice_mails m join mails on mails.account_id = m.account_id and mails.id = m.mail_id
  where m.account_id = any ($1) and m.kind = 'reminder' order by m.invoice_id, m.sent_at`

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

/** The reminders of some accounts, by invoice. */
export async function readReminders(query: Query, accounts: number[]): Promise<Reminder[]> {
  const rows = await query(LOG, [accounts])
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
