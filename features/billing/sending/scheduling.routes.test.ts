import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { HOURLY_LIMIT } from '#features/engagement/notifications/rules/mails.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { attentionApi } from '#features/pages/attention/contract.ts'
import { setClock, sharedApp, uniqueEmail } from '#tests/app.ts'
import { retryJobs, runScheduledJobs, systemContext } from '#tests/jobs.ts'
import { mailsTo } from '#tests/mails.ts'
import { signInAs } from '#tests/people.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { sendScheduledInvoice } from './actions/scheduling.ts'
import { type ScheduleForm, sendingApi } from './contract/sending.ts'

const NOW = '2026-11-16T12:00:00Z'
/** Nine in the morning in Berlin. */
const NINE = '2026-11-20T08:00:00.000Z'
const FIRST_ATTEMPT = { number: 1, isLast: false }

/** Ada in Berlin with a draft of 100 dollars. */
async function openWithDraft() {
  await setClock(NOW)
  const studio = await openStudio('Ada', 'Europe/Berlin')
  const email = `north.${studio.clientId}@example.com`
  await studio.ada.call(accountApi.update, {
    body: { business_name: 'Ada & Co', time_zone: 'Europe/Berlin' },
  })
  const client = { name: 'Studio North', email, approval_required: false }
  await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: client })
  const { id } = await studio.ada.call(invoicesApi.create, {
    body: {
      client_id: studio.clientId,
      issue_date: '2026-11-16',
      due_date: '2026-12-16',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
    },
  })
  return { ...studio, email, client, id, params: { id } }
}
type Studio = Awaited<ReturnType<typeof openWithDraft>>

const FRIDAY = { date: '2026-11-20' }
const schedule = ({ ada, params }: Studio, body: ScheduleForm = FRIDAY) =>
  ada.call(sendingApi.schedule, { params, body })
const trySchedule = ({ ada, params }: Studio, body: ScheduleForm = FRIDAY) =>
  ada.try(sendingApi.schedule, { params, body })
const read = ({ ada, params }: Studio) => ada.call(invoicesApi.get, { params })
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

/** At this time, Ada looks again. */
async function runAt(studio: Studio, time: string): Promise<Studio> {
  await setClock(time)
  await runScheduledJobs()
  return { ...studio, ada: await signInAs(studio.ada.url, studio.ada) }
}

const INVOICE = 'Invoice INV-0001 from Ada & Co'
const NOT_SCHEDULED = { scheduled_for: null, scheduled_mail: null, schedule_problem: '' }

describe('a scheduled invoice', () => {
  test('stays a draft until its time in the account’s time zone, and is sent once then', async () => {
    const studio = await openWithDraft()
    expect(await schedule(studio)).toMatchObject({
      status: 'draft',
      scheduled_for: NINE,
      schedule_problem: '',
    })
    expect(await studio.ada.call(invoicesApi.list)).toMatchObject([{ scheduled_for: NINE }])
    await runAt(studio, '2026-11-20T07:59:59Z')
    expect(await subjectsTo(studio.email)).toEqual([])
    const later = await runAt(studio, NINE)
    await runScheduledJobs()
    expect(await subjectsTo(studio.email)).toEqual([INVOICE])
    expect(await read(later)).toMatchObject({ status: 'sent', issue_date: '2026-11-16', ...NOT_SCHEDULED })
    expect(await activityOf(later.ada)).toEqual(
      expect.arrayContaining([
        'Invoice scheduled: INV-0001 for Studio North',
        'Invoice sent: INV-0001 for Studio North',
      ]),
    )
  })

  test('goes once, however many servers send it at once', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    await setClock(NINE)
    const ctx = await systemContext(studio.ada.email)
    const run = () => sendScheduledInvoice.run(ctx, { invoiceId: studio.id }, FIRST_ATTEMPT)
    await Promise.all([run(), run(), run(), runScheduledJobs()])
    expect(await subjectsTo(studio.email)).toEqual([INVOICE])
  })

  test('is sent when the server is back, if it was down at that time', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    await runAt(studio, '2026-11-23T15:00:00Z')
    expect(await subjectsTo(studio.email)).toEqual([INVOICE])
  })

  test('is sent as it is then, to the address that the client has then', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const email = uniqueEmail('Books')
    const body = { ...studio.client, email }
    await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body })
    const item = { description: 'Hosting', quantity: 1, rate: 20 }
    await studio.ada.call(invoicesApi.addItem, { params: studio.params, body: item })
    await runAt(studio, NINE)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('Here is invoice INV-0001 for $120.00, due on December 16, 2026.')
    expect(await subjectsTo(studio.email)).toEqual([])
  })

  test('keeps what was written for it, unless it is made out to another client', async () => {
    const studio = await openWithDraft()
    const [to, cc] = [uniqueEmail('To'), uniqueEmail('Copy')]
    const chosen = { to, cc: [cc], subject: 'November', message: 'As agreed.', attach_pdf: false }
    expect(await schedule(studio, { date: '2026-11-20', time: '14:30', ...chosen })).toMatchObject({
      scheduled_for: '2026-11-20T13:30:00.000Z',
      scheduled_mail: chosen,
    })
    await runAt(studio, '2026-11-20T13:30:00Z')
    const [mail] = await mailsTo(to)
    expect(mail).toMatchObject({ subject: 'November', attachments: [] })
    expect(mail?.text).toContain('As agreed.')

    const other = await openWithDraft()
    await schedule(other, { ...FRIDAY, ...chosen })
    const elm = { name: 'Elm', email: uniqueEmail('Elm') }
    const { id: client_id } = await other.ada.call(clientsApi.create, { body: elm })
    await other.ada.call(invoicesApi.update, { params: other.params, body: { client_id } })
    expect(await read(other)).toMatchObject({ scheduled_for: NINE, scheduled_mail: { attach_pdf: true } })
    await runAt(other, NINE)
    expect(await subjectsTo(elm.email)).toHaveLength(1)
  })

  test('can be put off, and called off', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    expect(await schedule(studio, { date: '2026-11-21' })).toMatchObject({
      scheduled_for: '2026-11-21T08:00:00.000Z',
    })
    const later = await runAt(studio, NINE)
    expect(await later.ada.call(sendingApi.unschedule, { params: studio.params })).toMatchObject({
      status: 'draft',
      ...NOT_SCHEDULED,
    })
    expect(await later.ada.call(sendingApi.unschedule, { params: studio.params })).toMatchObject(
      NOT_SCHEDULED,
    )
    await runAt(studio, '2026-11-21T08:00:00Z')
    expect(await subjectsTo(studio.email)).toEqual([])
  })

  test.each(['sent', 'paid', 'cancelled'] as const)(
    'that is marked as %s no longer waits',
    async (status) => {
      const studio = await openWithDraft()
      await schedule(studio)
      const { ada, params } = studio
      expect(await ada.call(invoicesApi.update, { params, body: { status } })).toMatchObject(NOT_SCHEDULED)
      await ada.call(invoicesApi.update, { params, body: { status: 'draft' } })
      await runAt(studio, NINE)
      expect(await subjectsTo(studio.email)).toEqual([])
    },
  )

  test('that is sent by hand before goes once', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const { invoice } = await studio.ada.call(sendingApi.send, { params: studio.params, body: {} })
    expect(invoice).toMatchObject(NOT_SCHEDULED)
    await runAt(studio, NINE)
    expect(await subjectsTo(studio.email)).toEqual([INVOICE])
  })

  test('that was deleted comes back as a mere draft', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const { removal_id } = await studio.ada.call(invoicesApi.remove, { params: studio.params })
    await runAt(studio, '2026-11-16T13:00:00Z')
    await studio.ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await read(studio)).toMatchObject({ status: 'draft', ...NOT_SCHEDULED })
  })

  test('waits no longer in an account that is closed', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const { database } = await sharedApp()
    await database.pool.query(`update accounts set delete_at = $1 where email = $2`, [
      '2026-12-16T12:00:00Z',
      studio.ada.email,
    ])
    await runAt(studio, NINE)
    expect(await subjectsTo(studio.email)).toEqual([])
  })
})

describe('a scheduled invoice that cannot be sent', () => {
  test('says why, tells the freelancer once, and waits until it is scheduled again', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const without = { ...studio.client, email: '' }
    await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: without })
    const later = await runAt(studio, NINE)
    await runScheduledJobs()
    const problem = expect.stringContaining('Studio North has no email address.')
    expect(await read(later)).toMatchObject({
      status: 'draft',
      scheduled_for: NINE,
      schedule_problem: problem,
    })
    expect(await subjectsTo(studio.ada.email)).toEqual(['Invoice INV-0001 was not sent'])
    expect((await later.ada.call(attentionApi.get)).drafts).toMatchObject([
      { id: studio.id, schedule_problem: problem },
    ])

    await later.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: studio.client })
    expect(await schedule(later, { date: '2026-11-23' })).toMatchObject({ schedule_problem: '' })
    await runAt(studio, '2026-11-23T08:00:00Z')
    expect(await subjectsTo(studio.email)).toEqual([INVOICE])
  })

  test('since it has no items any more stays a draft', async () => {
    const studio = await openWithDraft()
    await schedule(studio)
    const [item] = (await read(studio)).items
    const params = { id: studio.id, itemId: item?.id ?? 0 }
    await studio.ada.call(invoicesApi.removeItem, { params })
    const later = await runAt(studio, NINE)
    expect(await read(later)).toMatchObject({
      status: 'draft',
      schedule_problem: 'This invoice has no items yet. Add some before it is sent.',
    })
  })

  test('at the limit of mails goes as soon as that allows it', async () => {
    const studio = await openWithDraft()
    const { id } = await studio.ada.call(invoicesApi.duplicate, { params: studio.params })
    await schedule(studio, { date: '2026-11-16', time: '13:30' })
    for (let sent = 0; sent < HOURLY_LIMIT; sent++)
      await studio.ada.call(sendingApi.send, {
        params: { id },
        body: { kind: sent === 0 ? 'first' : 'copy' },
      })
    const later = await runAt(studio, '2026-11-16T12:30:00Z')
    expect(await read(later)).toMatchObject({
      status: 'draft',
      scheduled_for: '2026-11-16T13:00:00.000Z',
      schedule_problem: '',
    })
    await runAt(studio, '2026-11-16T13:00:00Z')
    await retryJobs()
    expect((await read(studio)).status).toBe('sent')
  })
})

describe('scheduling is refused', () => {
  test('for a time that has passed or is more than a year away', async () => {
    const studio = await openWithDraft()
    expect(await trySchedule(studio, { date: '2026-11-16', time: '13:00' })).toMatchObject(
      invalidField('date', 'Must be in the future'),
    )
    expect(await trySchedule(studio, { date: '2027-12-16' })).toMatchObject(
      invalidField('date', 'Must be within a year'),
    )
    expect(await trySchedule(studio, { ...FRIDAY, time: '25:00' })).toMatchObject(invalidField('time'))
    expect(await trySchedule(studio, { ...FRIDAY, subject: 'https://evil.example' })).toMatchObject(
      invalidField('subject'),
    )
  })

  test('where it could not be sent now', async () => {
    const studio = await openWithDraft()
    const { ada, params, clientId: id } = studio
    await ada.call(clientsApi.update, { params: { id }, body: { ...studio.client, email: '' } })
    expect(await trySchedule(studio)).toMatchObject(CONFLICT)
    expect((await trySchedule(studio, { ...FRIDAY, to: studio.email })).status).toBe(200)
    await ada.call(invoicesApi.update, { params, body: { status: 'sent' } })
    expect(await trySchedule(studio, { ...FRIDAY, to: studio.email })).toMatchObject(CONFLICT)
  })

  test('for somebody else’s invoice', async () => {
    const studio = await openWithDraft()
    const { ada: grace } = await openStudio('Grace')
    const call = { params: studio.params, body: FRIDAY }
    expect(await grace.try(sendingApi.schedule, call)).toMatchObject(NOT_FOUND)
    expect(await grace.try(sendingApi.unschedule, { params: studio.params })).toMatchObject(NOT_FOUND)
  })
})

test('where invoices are final, a scheduled one gets its number when it is sent', async () => {
  await setClock(NOW)
  const studio = await openWithDraft()
  await studio.ada.call(businessApi.update, { body: { issued_is_final: true } })
  await schedule(studio)
  const later = await runAt(studio, NINE)
  expect(await read(later)).toMatchObject({ status: 'sent', invoice_number: 'INV-0001', number: 1 })
})
