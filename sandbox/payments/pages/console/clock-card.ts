import { dateAndTime } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Visit } from '../page.ts'

const day = 86_400_000

export function clockCard(visit: Visit): Html {
  const { ledger } = visit
  const now = ledger.now()
  const ahead = Math.round(ledger.clockOffset() / day)
  const next = ledger.nextBillingAt()
  return html`<section class="card" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p class="figure">${dateAndTime(now)}</p>
<p class="quiet">${ahead === 0 ? 'Same as this machine’s.' : `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead of this machine’s.`}
${next && `Next due date: ${dateAndTime(next)}.`}</p>
<p>Moving this clock moves the whole app’s clock, for everyone who uses it. It cannot be moved back.</p>
<form class="actions" method="post" action="${visit.base}/clock">
${visit.token}
<button class="secondary" name="by" value="day" type="submit">+1 day</button>
<button class="secondary" name="by" value="week" type="submit">+7 days</button>
${next && html`<button class="secondary" name="by" value="next" type="submit">To the next due date</button>`}
</form>
<form class="inline" method="post" action="${visit.base}/clock">
${visit.token}
<div class="field"><label for="to">To the start of a day (UTC)</label><input id="to" name="to" type="date" min="${dateOf(now, 1)}" max="${dateOf(now, 366)}" required></div>
<button class="secondary" name="by" value="date" type="submit">Move</button>
</form>
</section>`
}

function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * day).toISOString().slice(0, 10)
}
