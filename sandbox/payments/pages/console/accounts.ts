import { type Html, html } from '#sandbox/html.ts'
import { disconnectAccount, setChargesEnabled } from '../../billing/accounts.ts'
import type { Account } from '../../objects/account.ts'
import { dateAndTime, shortDate } from '../format.ts'
import { type Answer, notFound, type Visit } from '../page.ts'
import { badge, facts, noticeOf, section, table } from '../parts.ts'

export const accountName = ({ id, business_profile }: Account): string => business_profile.name ?? id

export function accountsCard({ base, ledger: { store } }: Visit): Html {
  const row = (account: Account) => [
    html`<a href="${base}/accounts/${account.id}">${accountName(account)}</a>`,
    account.email ?? '–',
    shortDate(account.created),
    accountBadge(account),
    account.id,
  ]
  return section(
    'Connected accounts',
    table(
      [['Name'], ['Email'], ['Since'], ['State'], ['Id', 'id']],
      store.newest('account', 20).map(row),
      'No connected accounts yet.',
    ),
  )
}

function accountBadge(account: Account): Html {
  if (account.disconnected) return badge(['failed', 'Disconnected'])
  if (account.charges_enabled) return badge(['active', 'Takes payments'])
  return badge(['open', account.details_submitted ? 'Charges disabled' : 'Not set up'])
}

export function accountPage(visit: Visit): Answer {
  const account = accountOf(visit)
  if (!account) return notFound('account')
  const notices = {
    charges: 'Charges were enabled or disabled.',
    disconnected: 'The account was disconnected.',
  }
  return {
    title: accountName(account),
    wide: true,
    back: backToConsole(visit),
    main: html`${noticeOf(visit, notices)}<section class="card">
<div class="heading"><h1>${accountName(account)}</h1>${accountBadge(account)}</div>
${facts([
  ['Id', account.id],
  ['Email', account.email ?? '–'],
  ['Created', dateAndTime(account.created)],
])}
${!account.disconnected && actions(visit, account)}
</section>`,
  }
}

export const backToConsole = ({ base }: Visit) => ({ url: base, label: 'Back to the console' })

function actions(visit: Visit, account: Account): Html {
  const [action, label] = account.charges_enabled
    ? ['disable', 'Disable charges']
    : ['enable', 'Enable charges']
  return html`<form class="actions" method="post" action="${visit.base}/accounts/${account.id}">${visit.token}
${account.details_submitted && html`<button class="secondary" name="action" value="${action}" type="submit">${label}</button>`}
<button class="danger" name="action" value="disconnect" type="submit">Disconnect</button>
</form>
<p class="quiet">Disconnecting takes the app’s access away, as the owner does in the Stripe dashboard.</p>`
}

export function changeAccount(visit: Visit): Answer {
  const account = accountOf(visit)
  if (!account || account.disconnected) return notFound('account')
  const ledger = visit.ledger.forOwner(account.id)
  const done = (what: string) => ({ redirect: `${visit.base}/accounts/${account.id}?notice=${what}` })
  const action = visit.form.get('action')
  if (action === 'disconnect') {
    ledger.change((context) => disconnectAccount(context, account))
    return done('disconnected')
  }
  if (account.details_submitted && (action === 'disable' || action === 'enable')) {
    ledger.change((context) => setChargesEnabled(context, account, action === 'enable'))
    return done('charges')
  }
  return accountPage(visit)
}

function accountOf(visit: Visit): Account | undefined {
  return visit.ledger.store.find('account', visit.ids[0] ?? '')
}
