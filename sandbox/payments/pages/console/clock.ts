import type { Answer, Visit } from '../page.ts'
import { consolePage } from './console.ts'

const day = 86_400_000
const furthest = 366 * day

export async function moveClock(visit: Visit): Promise<Answer> {
  const now = visit.ledger.now()
  const to = targetOf(visit, now)
  if (!to) return consolePage(visit, 'Choose a day to move the clock to.')
  if (to < now) return consolePage(visit, 'The clock only moves forward.')
  if (to.getTime() - now.getTime() > furthest)
    return consolePage(visit, 'The clock moves at most a year at a time.')
  await visit.ledger.moveClockTo(to)
  return { redirect: `${visit.base}?notice=moved` }
}

function targetOf(visit: Visit, now: Date): Date | undefined {
  switch (visit.form.get('by')) {
    case 'day':
      return new Date(now.getTime() + day)
    case 'week':
      return new Date(now.getTime() + 7 * day)
    case 'next':
      return visit.ledger.nextBillingAt()
    default: {
      const given = visit.form.get('to') ?? ''
      const date = new Date(`${given}T00:00:00Z`)
      return /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(date.getTime()) ? date : undefined
    }
  }
}
