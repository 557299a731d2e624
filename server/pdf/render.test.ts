import { describe, expect, test } from 'vitest'
import type { QueueLimits } from './queue.ts'
import { PdfRenderer } from './render.ts'

const TEMPLATE = new URL('./fixtures/document.typ', import.meta.url)
const ADA = 1
const EVE = 2
const MALLORY = 3

/** Long enough for a document of one word. */
const BRIEF = { jobMilliseconds: 3000 }

/** So that a busy machine makes no difference. */
const PATIENT = { waitMilliseconds: 240_000 }

/** Makes documents, and remembers in which order they were done or given up. */
function renderer(limits: Partial<QueueLimits>) {
  const maker = new PdfRenderer({ ...PATIENT, ...limits })
  const order: string[] = []
  const make = async (account: number, text: string, does?: string, cancel?: AbortSignal) => {
    try {
      const job = { template: TEMPLATE.href, data: { text, does }, files: {}, eInvoice: null }
      const pdf = await maker.render(account, job, cancel)
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      order.push(text)
      return 'made'
    } catch (error) {
      order.push(text)
      return error
    }
  }
  return { make, order }
}

describe('documents', () => {
  test('of one account do not hold up the other’s', async () => {
    const { make, order } = renderer({ atOnce: 1 })
    const eves = ['Eve 1', 'Eve 2', 'Eve 3', 'Eve 4'].map((text) => make(EVE, text))
    const adas = ['Ada 1', 'Ada 2'].map((text) => make(ADA, text))
    expect(new Set(await Promise.all([...eves, ...adas]))).toEqual(new Set(['made']))
    expect(order).toEqual(['Eve 1', 'Ada 1', 'Eve 2', 'Ada 2', 'Eve 3', 'Eve 4'])
  })

  test('that hang time out alone, and the next is rendered', async () => {
    const { make, order } = renderer({ ...BRIEF, atOnce: 1 })
    const results = await Promise.all([make(EVE, 'Eve hangs', 'hang'), make(EVE, 'Eve 2'), make(ADA, 'Ada')])
    expect(results).toEqual([
      expect.objectContaining({ status: 503, extra: { code: 'pdf_timeout' } }),
      'made',
      'made',
    ])
    expect(order).toEqual(['Eve hangs', 'Ada', 'Eve 2'])
  })

  test('that hang take one of several threads only', async () => {
    const { make, order } = renderer({ ...BRIEF, atOnce: 2 })
    const hanging = [make(EVE, 'Eve 1', 'hang'), make(EVE, 'Eve 2', 'hang')]
    expect([await make(ADA, 'Ada 1'), await make(ADA, 'Ada 2')]).toEqual(['made', 'made'])
    expect(order).not.toContain('Eve 2')
    await Promise.all(hanging)
  })

  test('of accounts that render all the time leave one thread to the others', async () => {
    const { make, order } = renderer({ ...BRIEF, atOnce: 2 })
    await Promise.all([make(EVE, 'Eve 1'), make(MALLORY, 'Mallory 1')])
    const hanging = [make(EVE, 'Eve 2', 'hang'), make(MALLORY, 'Mallory 2', 'hang')]
    expect(await make(ADA, 'Ada')).toBe('made')
    expect(order.slice(2)).toEqual(['Ada'])
    await Promise.all(hanging)
    expect(order.slice(3)).toEqual(['Eve 2', 'Mallory 2'])
  })

  test('that wait too long are given up', async () => {
    const { make, order } = renderer({ ...BRIEF, atOnce: 1, waitMilliseconds: 1 })
    const hanging = make(EVE, 'Eve hangs', 'hang')
    expect(await make(ADA, 'Ada')).toMatchObject({
      status: 503,
      message: 'Too many PDFs are being made right now. Please try again in a moment.',
    })
    expect(order).toEqual(['Ada'])
    await hanging
  })

  test('that nobody waits for anymore are dropped', async () => {
    const { make, order } = renderer({ atOnce: 1, waitingPerAccount: 2 })
    const connection = new AbortController()
    const eves = ['Eve 1', 'Eve 2', 'Eve 3'].map((text) => make(EVE, text, undefined, connection.signal))
    connection.abort()
    expect(await make(EVE, 'Eve 4', undefined, connection.signal)).toMatchObject({ status: 503 })
    expect(await make(EVE, 'Eve 5')).toBe('made')
    expect(await Promise.all(eves)).toMatchObject(['made', { status: 503 }, { status: 503 }])
    expect(order.slice(-2)).toEqual(['Eve 1', 'Eve 5'])
  })

  test.each(['fail', 'exhaust'])('that %s affect no others', async (does) => {
    const { make } = renderer({ atOnce: 1 })
    const [broken, ...others] = await Promise.all([
      make(EVE, 'Eve', does),
      make(ADA, 'Ada'),
      make(EVE, 'Eve again'),
    ])
    expect(broken).toBeInstanceOf(Error)
    expect(others).toEqual(['made', 'made'])
  })

  test('that wait are bounded for each account, and for all', async () => {
    const { make } = renderer({ atOnce: 1, waitingPerAccount: 2, waiting: 3 })
    const [, , , eveTooMany, , all] = [
      make(EVE, 'made at once'),
      make(EVE, 'Eve waits'),
      make(EVE, 'Eve waits, too'),
      make(EVE, 'Eve'),
      make(ADA, 'Ada waits'),
      make(ADA, 'Ada'),
    ]
    expect(await eveTooMany).toMatchObject({
      status: 429,
      retryAfterSeconds: 5,
      extra: { code: 'pdf_limit_reached' },
    })
    expect(await all).toMatchObject({ status: 503 })
  })
})
