import { type Html, html } from '../html.ts'
import type { Answer, Visit } from '../page.ts'
import { dateAndTime } from '../words.ts'
import { consolePage } from './console.ts'

const day = 86_400_000
const furthest = 366 * day

export function clockCard(visit: Visit): Html {
  const { ledger } = visit
  const now = ledger.now()
  const ahead = Math.round(ledger.clockOffset() / day)
  const next = ledger.nextBillingAt()
  return html`<section class="card" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p class="figure">${dateAndTime(now)}</p>
<p class="quiet">${ahead === 0 ? 'As the machine’s.' : `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead of the machine’s.`}
${next && `Next renewal, end or retry: ${dateAndTime(next)}.`}</p>
<form class="actions" method="post" action="${visit.base}/clock">
${visit.token}
<button class="secondary" name="by" value="day" type="submit">+1 day</button>
<button class="secondary" name="by" value="week" type="submit">+7 days</button>
${next && html`<button class="secondary" name="by" value="next" type="submit">To the next renewal, end or retry</button>`}
</form>
<form class="inline" method="post" action="${visit.base}/clock">
${visit.token}
<div class="field"><label for="to">To the start of a day (UTC)</label><input id="to" name="to" type="date" min="${dateOf(now, 1)}" max="${dateOf(now, 366)}" required></div>
<button class="secondary" name="by" value="date" type="submit">Turn</button>
</form>
</section>`
}

function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * day).toISOString().slice(0, 10)
}

export async function turnClock(visit: Visit): Promise<Answer> {
  const now = visit.ledger.now()
  const to = targetOf(visit, now)
  if (!to) return consolePage(visit, 'Choose a day to turn the clock to.')
  if (to < now) return consolePage(visit, 'The clock turns forward only.')
  if (to.getTime() - now.getTime() > furthest)
    return consolePage(visit, 'The clock turns a year at most at a time.')
  await visit.ledger.turnTo(to)
  return { redirect: `${visit.base}?notice=turned` }
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
