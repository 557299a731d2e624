import { type Html, html } from '../html.ts'
import type { Visit } from '../page.ts'

const notices = new Map([
  ['moved', 'The clock was moved.'],
  ['resent', 'The event is being sent.'],
  ['by-hand', 'New events wait until you send them.'],
  ['at-once', 'New events are sent at once.'],
  ['charges', 'Charges were enabled or disabled.'],
  ['disconnected', 'The account was disconnected.'],
  ['refunded', 'The payment was refunded.'],
  ['disputed', 'The payment is disputed.'],
  ['dispute', 'The dispute was changed.'],
  ['answered', 'The bank has answered.'],
])

export function notice(visit: Visit): Html | false {
  const text = notices.get(visit.query.get('notice') ?? '')
  return text !== undefined && html`<p class="told" role="status">${text}</p>`
}

export function section(title: string, empty: string | false, content: () => Html): Html {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${empty === false ? content() : html`<p class="quiet">${empty}</p>`}
</section>`
}

export const backToConsole = (visit: Visit) => ({ url: visit.base, label: 'Back to the console' })
