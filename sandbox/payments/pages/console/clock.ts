import { type Html, html } from '#sandbox/html.ts'
import { dateAndTime } from '../format.ts'
import type { Answer, Visit } from '../page.ts'
import { section } from '../parts.ts'

const day = 86_400_000
const furthest = 366 * day

export const CLOCK_PROBLEMS = {
  'no-day': 'Choose a day to move the clock to.',
  backward: 'The clock only moves forward.',
  'too-far': 'The clock moves at most a year at a time.',
}

export function clockCard({ base, ledger, token }: Visit): Html {
  const now = ledger.now()
  const ahead = Math.round(ledger.clockOffset() / day)
  const next = ledger.nextBillingAt()
  const shown = (date: Date) => dateAndTime(date.getTime() / 1000)
  return section(
    'Clock',
    html`<p class="figure">${shown(now)}</p>
<p class="quiet">${ahead === 0 ? 'Same as this machine’s.' : `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead of this machine’s.`}
${next && `Next due date: ${shown(next)}.`}</p>
<p>Moving this clock moves the whole app’s clock, for everyone who uses it. It cannot be moved back.</p>
<form class="actions" method="post" action="${base}/clock">
${token}
<button class="secondary" name="by" value="day" type="submit">+1 day</button>
${next && html`<button class="secondary" name="by" value="next" type="submit">To the next due date</button>`}
</form>
<form class="inline" method="post" action="${base}/clock">
${token}
<div class="field"><label for="to">To the start of a day (UTC)</label><input id="to" name="to" type="date" min="${dateOf(now, 1)}" max="${dateOf(now, 366)}" required></div>
<button class="secondary" name="by" value="date" type="submit">Move</button>
</form>`,
  )
}

function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * day).toISOString().slice(0, 10)
}

export async function moveClock(visit: Visit): Promise<Answer> {
  const now = visit.ledger.now()
  const to = targetOf(visit, now)
  const problem = problemOf(to, now)
  if (to && !problem) await visit.ledger.moveClockTo(to)
  return { redirect: `${visit.base}?notice=${problem ?? 'moved'}` }
}

function problemOf(to: Date | undefined, now: Date): keyof typeof CLOCK_PROBLEMS | undefined {
  if (!to) return 'no-day'
  if (to < now) return 'backward'
  return to.getTime() - now.getTime() > furthest ? 'too-far' : undefined
}

function targetOf(visit: Visit, now: Date): Date | undefined {
  switch (visit.form.get('by')) {
    case 'day':
      return new Date(now.getTime() + day)
    case 'next':
      return visit.ledger.nextBillingAt()
    default: {
      const given = visit.form.get('to') ?? ''
      const date = new Date(`${given}T00:00:00Z`)
      return /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(date.getTime()) ? date : undefined
    }
  }
}
