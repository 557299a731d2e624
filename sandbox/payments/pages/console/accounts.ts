import { disableCharges, disconnectAccount, enableCharges } from '../../billing/accounts.ts'
import type { Account } from '../../objects/account.ts'
import { dateAndTime, shortDate } from '../format.ts'
import { type Html, html } from '../html.ts'
import { notFound } from '../not-found.ts'
import type { Answer, Visit } from '../page.ts'
import { backToConsole, notice, section } from './parts.ts'

export const accountName = ({ id, settings }: Account): string => settings.dashboard.display_name ?? id

export function accountsCard(visit: Visit): Html {
  const accounts = visit.ledger.store.newest('account', 20)
  const row = (account: Account) => html`<tr>
<td data-label="Name"><a href="${visit.base}/accounts/${account.id}">${accountName(account)}</a></td>
<td data-label="Email">${account.email ?? '–'}</td>
<td data-label="Since">${shortDate(account.created)}</td>
<td data-label="State">${accountBadge(account)}</td>
<td data-label="Id" class="id">${account.id}</td>
</tr>`
  return section(
    'Connected accounts',
    accounts.length === 0 && 'No connected accounts yet.',
    () => html`<table class="rows">
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Since</th><th scope="col">State</th><th scope="col">Id</th></tr></thead>
<tbody>${accounts.map(row)}</tbody></table>`,
  )
}

function accountBadge(account: Account): Html {
  if (account.disconnected) return html`<span class="badge failed">Disconnected</span>`
  if (account.charges_enabled) return html`<span class="badge active">Takes payments</span>`
  if (account.verified_at !== null) return html`<span class="badge pending">Being verified</span>`
  return html`<span class="badge open">${account.details_submitted ? 'Charges disabled' : 'Not set up'}</span>`
}

export function accountPage(visit: Visit): Answer {
  const account = accountOf(visit)
  if (!account) return notFound('account')
  const home = `${visit.base}/accounts/${account.id}`
  return {
    status: 200,
    title: accountName(account),
    wide: true,
    back: backToConsole(visit),
    main: html`${notice(visit)}<section class="card">
<div class="heading"><h1>${accountName(account)}</h1>${accountBadge(account)}</div>
<dl class="facts">
<div><dt>Id</dt><dd class="id">${account.id}</dd></div>
<div><dt>Email</dt><dd>${account.email ?? '–'}</dd></div>
<div><dt>Country</dt><dd>${account.country}</dd></div>
<div><dt>Created</dt><dd>${dateAndTime(new Date(account.created * 1000))}</dd></div>
</dl>
${!account.disconnected && actions(visit, account, home)}
</section>`,
  }
}

function actions(visit: Visit, account: Account, home: string): Html {
  return html`<form class="actions" method="post" action="${home}">${visit.token}
${
  account.charges_enabled
    ? html`<button class="secondary" name="action" value="disable" type="submit">Disable charges</button>`
    : account.details_submitted &&
      html`<button class="secondary" name="action" value="enable" type="submit">Enable charges</button>`
}
<button class="danger" name="action" value="disconnect" type="submit">Disconnect</button>
</form>
<p class="quiet">Disconnecting takes the app’s access away, as the owner does in the Stripe dashboard.</p>`
}

export function changeAccount(visit: Visit): Answer {
  const account = accountOf(visit)
  if (!account || account.disconnected) return notFound('account')
  const ledger = visit.ledger.forOwner(account.id)
  const done = (what: string) => ({ redirect: `${visit.base}/accounts/${account.id}?notice=${what}` })
  switch (visit.form.get('action')) {
    case 'disconnect':
      ledger.change((context) => disconnectAccount(context, account))
      return done('disconnected')
    case 'disable':
      if (account.charges_enabled) ledger.change((context) => disableCharges(context, account))
      return done('charges')
    case 'enable':
      if (account.details_submitted) ledger.change((context) => enableCharges(context, account))
      return done('charges')
    default:
      return accountPage(visit)
  }
}

function accountOf(visit: Visit): Account | undefined {
  return visit.ledger.store.find('account', visit.ids[0] ?? '')
}
