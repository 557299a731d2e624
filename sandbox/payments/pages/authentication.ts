import type { Payer } from '../billing/purchase.ts'
import { randomText } from '../objects/ids.ts'
import type { Store } from '../state/store.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'

/** A card that needs its holder's confirmation waits here for it. `purpose` is what the card is for. */
export function awaitAuthentication(store: Store, purpose: string, payer: Payer): string {
  const attempt = `auth_${randomText(24)}`
  store.setFact(`authentication ${attempt}`, JSON.stringify({ purpose, payer }))
  return attempt
}

export function awaitingPayer(store: Store, attempt: string, purpose: string): Payer | undefined {
  const kept = store.fact(`authentication ${attempt}`)
  if (kept === undefined || kept === '') return undefined
  const { purpose: given, payer } = JSON.parse(kept)
  return given === purpose ? payer : undefined
}

export function endAuthentication(store: Store, attempt: string): void {
  store.setFact(`authentication ${attempt}`, '')
}

export interface Question {
  what: string
  card: string
  action: string
  token: Html
  leadsTo?: string[]
}

export function authenticationPage({ what, card, action, token, leadsTo }: Question): Page {
  return {
    status: 200,
    title: 'Confirm with your bank',
    ...(leadsTo === undefined ? {} : { leadsTo }),
    main: html`<section class="card stack">
<h1>Confirm it is you</h1>
<p>The bank of the card ending in ${card.slice(-4)} asks you to confirm: ${what}.</p>
<p class="quiet">A real bank would ask for a code or its app here (3-D Secure). In the sandbox you choose the answer.</p>
<form class="actions" method="post" action="${action}">
${token}
<button class="primary" name="answer" value="confirm" type="submit">Confirm payment</button>
<button class="secondary" name="answer" value="refuse" type="submit">Refuse</button>
</form>
</section>`,
  }
}
