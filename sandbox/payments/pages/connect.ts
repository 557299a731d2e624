import { html } from '#sandbox/html.ts'
import { submitDetails } from '../billing/accounts.ts'
import type { Account, AccountLink } from '../objects/account.ts'
import { randomText } from '../objects/ids.ts'
import { errorSummary, type FieldErrors, textField } from './fields.ts'
import { type Answer, messagePage, notFound, type Visit } from './page.ts'

/** A link works once and not for long, as the real ones do. Then the app has to make another. */
export function openLink(visit: Visit): Answer {
  const { ledger } = visit
  const link = ledger.store.find('account_link', visit.ids[0] ?? '')
  if (!link) return notFound('link')
  if (link.visit !== null || link.expires_at * 1000 <= ledger.now().getTime()) {
    return { redirect: link.refresh_url }
  }
  const secret = `setup_${randomText()}`
  ledger.change(({ store }) => store.save('account_link', { ...link, visit: secret }))
  return { redirect: `${visit.base}/connect/${link.id}/${secret}` }
}

interface SetupVisit extends Visit {
  link: AccountLink
  account: Account
}

export function inSetup(visit: Visit, work: (visit: SetupVisit) => Answer): Answer {
  const [id = '', secret = ''] = visit.ids
  const { store } = visit.ledger
  const link = store.find('account_link', id)
  const account = link && store.find('account', link.account)
  if (!account || link.visit !== secret) return notFound()
  if (account.disconnected) {
    return messagePage(410, 'This account is disconnected', 'Start again from the page you came from.')
  }
  return work({ ...visit, link, account })
}

export function setupPage(visit: SetupVisit, errors: FieldErrors = {}): Answer {
  const { account, form, link } = visit
  return {
    title: 'Set up payments',
    leadsTo: [link.return_url],
    main: html`<section class="card stack">
<h1>Set up payments</h1>
<p>${account.details_submitted ? 'This account is set up. You can change its name.' : 'Stripe would now ask who you are and where to send your money. The sandbox only asks for a name.'}</p>
<form class="stack" method="post" action="${visit.base}/connect/${link.id}/${link.visit}" novalidate>
${visit.token}
${errorSummary(errors)}
${textField({
  name: 'name',
  label: 'Business name',
  attributes: html`autocomplete="organization"`,
  value: form.get('name') ?? account.business_profile.name ?? '',
  errors,
})}
<p class="quiet">Account ${account.id}${account.email && `, ${account.email}`}</p>
<div class="actions">
<button class="primary" name="answer" value="finish" type="submit">Finish</button>
<button class="secondary" name="answer" value="later" type="submit">Finish later</button>
</div>
</form>
</section>`,
  }
}

export function finishSetup(visit: SetupVisit): Answer {
  const { account, form, ledger, link } = visit
  if (form.get('answer') === 'later') return { redirect: link.return_url }
  const name = (form.get('name') ?? '').trim()
  if (name === '' || name.length > 200) return setupPage(visit, { name: 'Enter the name of your business.' })
  ledger.forOwner(account.id).change((context) => submitDetails(context, account, name))
  return { redirect: link.return_url }
}
