import { expect, onTestFinished, test } from 'vitest'
import { addDays, type DateOnly, dateIn } from '#core/calendar.ts'
import { datesBetween } from '#core/recurrence.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { recurringInvoiceJobs } from '#features/billing/recurring-invoices/jobs.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingJobs } from '#features/billing/sending/jobs.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { sendMail } from '#server/mail/send.ts'
import { startTestApp } from '#tests/app.ts'
import { runScheduledJobs } from '#tests/jobs.ts'
import { signInAs } from '#tests/people.ts'

const FIRST_DAY = '2026-12-01'
const FIRST_DATE = '2026-12-31'
/** From 1:00 UTC on these days, clocks in Berlin are changed. The second is one on which an invoice is made, too. */
const CLOCK_CHANGES = ['2027-03-28', '2027-10-31']
const TERMS_DAYS = 28
const REMINDER_DAYS = [0, 10]

const MONTH_ENDS = datesBetween(
  { frequency: 'month', start_date: FIRST_DATE, end_date: null },
  null,
  addDays(FIRST_DATE, 2 * 365),
)

/** The days on which something is mailed about the invoice of a date. */
const mailDays = (date: DateOnly): DateOnly[] =>
  [0, ...REMINDER_DAYS.map((days) => TERMS_DAYS + days)].map((days) => addDays(date, days))

/** The mornings of these days and of those before, and each hour of the nights in which clocks are changed. */
function instants(): string[] {
  const mornings = MONTH_ENDS.flatMap(mailDays).flatMap((day) => [addDays(day, -1), day])
  const nights = CLOCK_CHANGES.flatMap((day) =>
    Array.from({ length: 12 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:15:00Z`),
  )
  const instants = new Set([...mornings.map((day) => `${day}T08:15:00Z`), ...nights])
  return [...instants].toSorted()
}

test('in two years, with clock changes, jobs make and mail each invoice and reminder once, on its day', async () => {
  const app = await startTestApp({}, { jobs: [...sendingJobs, ...recurringInvoiceJobs, sendMail] })
  onTestFinished(app.stop)
  app.clock.set(`${FIRST_DAY}T12:00:00Z`)
  const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
  await app.database.pool.query(`update subscriptions set plan_id = 'professional', status = 'active'`)
  await ada.call(accountApi.update, { body: { time_zone: 'Europe/Berlin' } })
  const rules = REMINDER_DAYS.map((days_after_due) => ({ days_after_due, is_enabled: true }))
  await ada.call(remindersApi.update, { body: { rules } })
  const { id: client_id } = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com', payment_terms_days: TERMS_DAYS },
  })
  await ada.call(recurringInvoicesApi.create, {
    body: {
      client_id,
      kind: 'fixed',
      items: [{ description: 'Hosting', quantity: 1, rate: 40 }],
      frequency: 'month',
      start_date: FIRST_DATE,
      end_date: MONTH_ENDS.at(-1) ?? null,
      auto_send: true,
    },
  })

  for (const instant of instants()) {
    app.clock.set(instant)
    await runScheduledJobs(app)
  }

  const { rows } = await app.database.pool.query(
    `select i.recurring_date::text as date, m.kind, m.sent_at, mails.status, i.number::int as number
     from invoices i join invoice_mails m on m.account_id = i.account_id and m.invoice_id = i.id
     join mails on mails.account_id = m.account_id and mails.id = m.mail_id
     order by i.recurring_date, m.sent_at`,
  )
  const expected = MONTH_ENDS.flatMap((date, index) =>
    mailDays(date).map((day, mail) => ({
      date,
      number: index + 1,
      kind: mail === 0 ? 'invoice' : 'reminder',
      status: 'sent',
      day,
    })),
  )
  expect(MONTH_ENDS).toHaveLength(24)
  expect(rows.map(({ sent_at, ...mail }) => ({ ...mail, day: dateIn('Europe/Berlin', sent_at) }))).toEqual(
    expect.arrayContaining(expected),
  )
  expect(rows.length).toBe(expected.length)
})
