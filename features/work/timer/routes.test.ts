import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn, startTestApp } from '#tests/app.ts'
import { runJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { mailsTo } from '#tests/mails.ts'
import { fetchCode, type Person, signInAs, Visitor } from '#tests/people.ts'
import { NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { OWN_PAGE } from '#tests/strangers.ts'
import { type TimerStart, timerApi } from './contract.ts'

async function working(timeZone = 'UTC') {
  const ada = await signIn('Ada', timeZone)
  const { id: project_id } = await ada.call(projectsApi.create, {
    body: { name: 'Website', hourly_rate: 80 },
  })
  return { ada, project_id }
}

type Start = Partial<z.input<typeof TimerStart>>

const start = (ada: Person, project_id: number, body: Start = {}) =>
  ada.call(timerApi.start, { body: { project_id, ...body } })
const tryStart = (ada: Person, project_id: number, body: Start = {}) =>
  ada.try(timerApi.start, { body: { project_id, ...body } })
const NOT_RUNNING = { status: 409, body: { code: 'timer_not_running' } }
const entriesOf = (ada: Person) => ada.call(timeEntriesApi.list)

describe('the timer', () => {
  test('runs from its start, with the project it is for', async () => {
    await setClock('2026-11-16T09:05:00Z')
    const { ada, project_id } = await working()
    expect(await ada.call(timerApi.get)).toBeNull()
    const timer = await start(ada, project_id, { description: 'Start page' })
    expect(timer).toEqual({
      id: 1,
      project_id,
      project_name: 'Website',
      project_status: 'active',
      client_name: null,
      description: 'Start page',
      is_billable: true,
      started_at: '2026-11-16T09:05:00.000Z',
      version: expect.any(Number),
    })
    expect(await ada.call(timerApi.get)).toEqual(timer)
    expect(await entriesOf(ada)).toEqual([])
  })

  test('logs its time when it is stopped, with the rate of any entry', async () => {
    await setClock('2026-11-16T09:05:00Z')
    const { ada, project_id } = await working()
    await start(ada, project_id, { description: 'Start page' })
    await setClock('2026-11-16T10:12:00Z')
    const { time_entries } = await ada.call(timerApi.stop)
    expect(time_entries).toMatchObject([
      {
        project_id,
        description: 'Start page',
        date: '2026-11-16',
        hours: 1.1167,
        rate: 80,
        amount: 89.33,
        started_at: '2026-11-16T09:05:00.000Z',
        ended_at: '2026-11-16T10:12:00.000Z',
      },
    ])
    expect(await entriesOf(ada)).toMatchObject(time_entries)
    expect(await ada.call(timerApi.get)).toBeNull()
    expect(await ada.try(timerApi.stop)).toMatchObject(NOT_RUNNING)
  })

  test('logs an entry for each day of the account, rounded as its profile says', async () => {
    await setClock('2026-10-24T20:00:00Z')
    const { ada, project_id } = await working('Europe/Berlin')
    await ada.call(businessApi.update, { body: { time_rounding_minutes: 15, time_rounding_mode: 'up' } })
    await start(ada, project_id)
    await setClock('2026-10-26T00:20:00Z')
    const { time_entries } = await ada.call(timerApi.stop)
    expect(time_entries.map(({ date, hours }) => [date, hours])).toEqual([
      ['2026-10-24', 2],
      ['2026-10-25', 25],
      ['2026-10-26', 1.5],
    ])
  })

  test('started while one runs stops and logs that one', async () => {
    await setClock('2026-11-16T09:00:00Z')
    const { ada, project_id } = await working()
    const first = await start(ada, project_id, { description: 'One' })
    await setClock('2026-11-16T10:00:00Z')
    const second = await start(ada, project_id, { description: 'Two', is_billable: false })
    expect(second.id).toBeGreaterThan(first.id)
    expect(await ada.call(timerApi.get)).toEqual(second)
    expect(await entriesOf(ada)).toMatchObject([{ description: 'One', hours: 1, is_billable: true }])
  })

  test('can be changed while it runs; what is left out stays', async () => {
    await setClock('2026-11-16T09:00:00Z')
    const { ada, project_id } = await working()
    const timer = await start(ada, project_id, { description: 'One' })
    const other = await ada.call(projectsApi.create, { body: { name: 'Shop' } })
    await ada.call(timerApi.update, { body: { description: 'Two' } })
    await ada.call(timerApi.update, { body: { project_id: other.id, is_billable: false } })
    const started_at = '2026-11-16T08:30:00.000Z'
    const changed = await ada.call(timerApi.update, { body: { started_at } })
    expect(changed).toEqual({
      ...timer,
      project_id: other.id,
      project_name: 'Shop',
      description: 'Two',
      is_billable: false,
      started_at,
      version: timer.version + 3,
    })
    const ahead = { started_at: '2026-11-16T09:02:00Z' }
    expect(await ada.try(timerApi.update, { body: ahead })).toMatchObject({
      status: 400,
      body: { fields: { started_at: 'Must not be in the future' } },
    })
  })

  test('can be discarded, and started again at the same time', async () => {
    await setClock('2026-11-16T09:00:00Z')
    const { ada, project_id } = await working()
    const { started_at } = await start(ada, project_id)
    await setClock('2026-11-16T10:00:00Z')
    await ada.call(timerApi.discard)
    expect(await ada.call(timerApi.get)).toBeNull()
    expect(await entriesOf(ada)).toEqual([])
    expect((await start(ada, project_id, { started_at })).started_at).toBe(started_at)
  })

  test('goes on across a sign-out, and is nobody else’s', async () => {
    const { ada, project_id } = await working()
    const timer = await start(ada, project_id)
    const again = await signInAs(ada.url, ada)
    expect(await again.call(timerApi.get)).toEqual(timer)
    const eve = await signIn('Eve')
    expect(await eve.call(timerApi.get)).toBeNull()
    expect(await tryStart(eve, project_id)).toMatchObject(NOT_FOUND)
    expect(await eve.try(timerApi.stop)).toMatchObject(NOT_RUNNING)
    expect(await new Visitor(ada.url).try(timerApi.get)).toMatchObject(UNAUTHORIZED)
  })

  test('keeps its time in an entry that is corrected, unless hours or date are', async () => {
    await setClock('2026-11-16T09:00:00Z')
    const { ada, project_id } = await working()
    await start(ada, project_id)
    await setClock('2026-11-16T10:00:00Z')
    const [entry] = (await ada.call(timerApi.stop)).time_entries
    if (!entry) throw new Error('nothing was logged')
    const { id, started_at, ended_at, date, hours } = entry
    const change = (body: { date: string; hours: number; description?: string }) =>
      ada.call(timeEntriesApi.update, { params: { id }, body: { project_id, ...body } })
    expect(await change({ date, hours, description: 'Cart' })).toMatchObject({ started_at, ended_at })
    expect(await change({ date, hours: 2 })).toMatchObject({ started_at: null, ended_at: null })
  })
})

describe('pressed without a connection', () => {
  test('start and stop count from when they were pressed', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const { ada, project_id } = await working()
    const timer = await start(ada, project_id, { started_at: '2026-11-16T09:00:00Z' })
    expect(timer.started_at).toBe('2026-11-16T09:00:00.000Z')
    const { time_entries } = await ada.call(timerApi.stop, { body: { stopped_at: '2026-11-16T10:30:00Z' } })
    expect(time_entries).toMatchObject([{ hours: 1.5, ended_at: '2026-11-16T10:30:00.000Z' }])
  })

  test('a start does not reach back before the last stop', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const { ada, project_id } = await working()
    await start(ada, project_id, { started_at: '2026-11-16T09:00:00Z' })
    await ada.call(timerApi.stop, { body: { stopped_at: '2026-11-16T10:00:00Z' } })
    const { started_at } = await start(ada, project_id, { started_at: '2026-11-16T09:30:00Z' })
    expect(started_at).toBe('2026-11-16T10:00:00.000Z')
  })

  test('a start that was pressed before the running one began ends where that began', async () => {
    await setClock('2026-11-16T09:30:00Z')
    const { ada, project_id } = await working()
    const running = await start(ada, project_id, { description: 'Phone' })
    await setClock('2026-11-16T11:00:00Z')
    const answer = await start(ada, project_id, { description: 'Laptop', started_at: '2026-11-16T09:00:00Z' })
    expect(answer).toEqual(running)
    expect(await entriesOf(ada)).toMatchObject([
      { description: 'Laptop', hours: 0.5, ended_at: running.started_at },
    ])
    expect(await start(ada, project_id, { started_at: '2026-11-16T08:00:00Z' })).toEqual(running)
    expect(await entriesOf(ada)).toHaveLength(1)
  })

  test('a clock may be a minute ahead, and a press a month old', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const { ada, project_id } = await working()
    expect(await tryStart(ada, project_id, { started_at: '2026-11-16T12:01:01Z' })).toMatchObject({
      status: 400,
      body: { fields: { started_at: 'Must not be in the future' } },
    })
    expect(await tryStart(ada, project_id, { started_at: '2026-10-17T11:59:59Z' })).toMatchObject({
      status: 400,
      body: { fields: { started_at: 'Must be within the last 30 days' } },
    })
    const { started_at } = await start(ada, project_id, { started_at: '2026-11-16T12:00:59Z' })
    expect(started_at).toBe('2026-11-16T12:00:00.000Z')
    expect(await ada.try(timerApi.stop, { body: { stopped_at: '2026-11-16T11:00:00Z' } })).toMatchObject({
      status: 400,
      body: { fields: { stopped_at: 'Must not be before the start' } },
    })
  })
})

describe('a project that is gone when the timer stops', () => {
  test.each([
    ['cancelled', 'project_cancelled'],
    ['deleted', 'project_deleted'],
  ])('because it was %s loses nothing', async (how, code) => {
    await setClock('2026-11-16T09:00:00Z')
    const { ada, project_id } = await working()
    const other = await ada.call(projectsApi.create, { body: { name: 'Shop' } })
    await start(ada, project_id)
    const params = { id: project_id }
    if (how === 'deleted') await ada.call(projectsApi.remove, { params })
    else await ada.call(projectsApi.update, { params, body: { name: 'Website', status: 'cancelled' } })
    await setClock('2026-11-16T10:00:00Z')
    expect(await ada.try(timerApi.stop)).toMatchObject({ status: 409, body: { code } })
    expect(await tryStart(ada, other.id)).toMatchObject({ status: 409, body: { code } })
    expect(await ada.call(timerApi.get)).toMatchObject({ started_at: '2026-11-16T09:00:00.000Z' })
    await ada.call(timerApi.update, { body: { project_id: other.id } })
    expect((await ada.call(timerApi.stop)).time_entries).toMatchObject([{ project_name: 'Shop', hours: 1 }])
  })
})

describe('a timer that was forgotten', () => {
  test('is mailed about once, after ten hours', async () => {
    const { background, database } = await sharedApp()
    await setClock('2026-11-16T08:00:00Z')
    const { ada, project_id } = await working('Europe/Berlin')
    await start(ada, project_id, { description: 'Start page' })
    await setClock('2026-11-16T17:59:00Z')
    await background.catchUp()
    await runJobs()
    expect(await mailsTo(ada.email)).toEqual([])
    await setClock('2026-11-16T18:01:00Z')
    for (let times = 0; times < 2; times++) {
      await background.catchUp()
      await runJobs()
    }
    const [mail, ...rest] = await mailsTo(ada.email)
    expect(rest).toEqual([])
    expect(mail?.subject).toBe('Your timer is still running')
    expect(mail?.text).toContain('since 9:00 AM on Monday, November 16, on Website: Start page')
    const { rows } = await database.pool.query('select reminded_at from timers where account_id = $1', [
      (await ada.call(accountApi.me)).id,
    ])
    expect(rows).toEqual([{ reminded_at: new Date('2026-11-16T18:01:00Z') }])
  })
})

describe('a stop that is taken back', () => {
  const resume = (ada: Person, ids: number[]) => ada.try(timerApi.resume, { body: { time_entry_ids: ids } })

  /** The entries of a timer that ran over midnight. */
  async function stopped() {
    await setClock('2026-11-16T23:00:00Z')
    const { ada, project_id } = await working()
    await start(ada, project_id, { description: 'Start page' })
    await setClock('2026-11-17T01:00:00Z')
    const { time_entries } = await ada.call(timerApi.stop)
    return { ada, project_id, ids: time_entries.map(({ id }) => id) }
  }

  test('deletes what was logged, and the timer runs on from its start', async () => {
    const { ada, project_id, ids } = await stopped()
    expect(ids).toHaveLength(2)
    await setClock('2026-11-17T01:10:00Z')
    expect(await resume(ada, ids)).toMatchObject({
      status: 201,
      body: { project_id, description: 'Start page', started_at: '2026-11-16T23:00:00.000Z' },
    })
    expect(await entriesOf(ada)).toEqual([])
    await setClock('2026-11-17T02:00:00Z')
    const { time_entries } = await ada.call(timerApi.stop)
    expect(time_entries.map(({ hours }) => hours)).toEqual([1, 2])
  })

  test('keeps a note that was made in the meantime', async () => {
    const { ada, ids } = await stopped()
    for (const id of ids) {
      const { project_id, hours, date } = await ada.call(timeEntriesApi.get, { params: { id } })
      const body = { project_id, hours, date, description: 'Checkout' }
      await ada.call(timeEntriesApi.update, { params: { id }, body })
    }
    expect(await resume(ada, ids)).toMatchObject({ status: 201, body: { description: 'Checkout' } })
  })

  test('twice at once counts once', async () => {
    const { ada, ids } = await stopped()
    const answers = await Promise.all([resume(ada, ids), resume(ada, ids)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await entriesOf(ada)).toEqual([])
  })

  test('is refused once another timer runs, or ran', async () => {
    const { ada, project_id, ids } = await stopped()
    await start(ada, project_id)
    expect(await resume(ada, ids)).toMatchObject({ status: 409 })
    await setClock('2026-11-17T03:00:00Z')
    await ada.call(timerApi.stop)
    expect(await resume(ada, ids)).toMatchObject({
      status: 409,
      body: { error: 'This stop can no longer be taken back' },
    })
    expect(await entriesOf(ada)).toHaveLength(3)
  })

  test('is refused if its hours were changed, or entries are missing, unknown or of somebody else', async () => {
    const { ada, project_id, ids } = await stopped()
    const grace = await signIn('Grace')
    expect(await resume(grace, ids)).toMatchObject(NOT_FOUND)
    expect(await resume(ada, [...ids, 2 ** 40])).toMatchObject(NOT_FOUND)
    expect(await resume(ada, ids.slice(0, 1))).toMatchObject({ status: 409 })
    const params = { id: Math.max(...ids) }
    const body = { project_id, hours: 3, date: '2026-11-17' }
    await ada.call(timeEntriesApi.update, { params, body })
    expect(await resume(ada, ids)).toMatchObject({ status: 409 })
    expect(await entriesOf(ada)).toHaveLength(2)
    expect(await ada.call(timerApi.get)).toBeNull()
  })
})

describe('its events', () => {
  /** The next thing that the stream says. */
  async function watch(ada: Person) {
    const stopped = new AbortController()
    const response = await ada.fetch('/api/timer/events', { signal: stopped.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      next: async (): Promise<unknown> => {
        for (;;) {
          const [event, ...rest] = text.split('\n\n')
          if (event?.startsWith('data: ') && rest.length > 0) {
            text = rest.join('\n\n')
            return JSON.parse(event.slice('data: '.length))
          }
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) return 'ended'
          text += value
        }
      },
      stop: () => stopped.abort(),
    }
  }

  test('say which timer runs, at first and after each change', async () => {
    const { ada, project_id } = await working()
    const phone = await watch(ada)
    expect(await phone.next()).toBeNull()
    const { id, version } = await start(ada, project_id)
    expect(await phone.next()).toEqual({ id, version })
    await ada.call(timerApi.update, { body: { description: 'Cart' } })
    expect(await phone.next()).toEqual({ id, version: version + 1 })
    const laptop = await watch(ada)
    expect(await laptop.next()).toEqual({ id, version: version + 1 })
    await ada.call(timerApi.stop)
    expect(await Promise.all([phone.next(), laptop.next()])).toEqual([null, null])
    phone.stop()
    laptop.stop()
  })

  test('end with the session that reads them, whichever way it ends', async () => {
    const { ada } = await working()
    const endings: Record<string, (session: Person) => Promise<unknown>> = {
      'signing out': (session) => session.call(signInApi.signOut, { headers: OWN_PAGE }),
      'another session ends it': async () => {
        const sessions = await ada.call(accountApi.sessions)
        const other = firstOf(sessions.filter(({ current }) => !current))
        await ada.call(accountApi.endSession, { params: { id: other.id } })
      },
      'all others are ended': () => ada.call(accountApi.endOtherSessions),
      'another sign-in replaces it': async (session) => {
        const returned = await fetchCode(session, ada)
        await session.call(signInApi.signIn, { body: { ...returned, time_zone: 'UTC' } })
      },
    }
    const kept = await watch(ada)
    expect(await kept.next()).toBeNull()
    for (const [ending, end] of Object.entries(endings)) {
      const session = await signInAs(ada.url, { name: 'Ada', email: ada.email })
      const stream = await watch(session)
      expect(await stream.next(), ending).toBeNull()
      await end(session)
      expect(await stream.next(), ending).toBe('ended')
    }
    await ada.call(deletionApi.request, { body: { confirm_name: 'Ada' } })
    expect(await kept.next()).toBe('ended')
  })

  test('are limited for each account, and end when the server does', async () => {
    const app = await startTestApp()
    const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com', timeZone: 'UTC' })
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(ada)))
    for (const stream of streams) expect(await stream.next()).toBeNull()
    expect((await ada.fetch('/api/timer/events')).status).toBe(429)
    expect((await ada.fetch('/api/timer/events', { method: 'HEAD' })).status).toBe(429)
    streams[0]?.stop()
    await expect.poll(async () => (await ada.fetch('/api/timer/events', { method: 'HEAD' })).status).toBe(200)
    await app.stop()
    expect(await streams[1]?.next()).toBe('ended')
  })
})
