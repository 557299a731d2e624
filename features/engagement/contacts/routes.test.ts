import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { unsubscriptionApi } from '#features/engagement/notifications/contract/unsubscription.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { type Person, Visitor } from '#tests/people.ts'
import {
  activityOf,
  addDeliverable,
  addSentInvoice,
  openStudio,
  type Studio,
  submit,
  visitorWith,
} from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { CONFLICT, INVALID_LINK, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { addressChangesApi } from './contract/confirmation.ts'
import { type ContactForm, contactsApi, MAX_CONTACTS } from './contract/contacts.ts'

const addContact = ({ ada, clientId }: Pick<Studio, 'ada' | 'clientId'>, body: ContactForm) =>
  ada.call(contactsApi.create, { params: { id: clientId }, body })

/** A contact of a studio's client, who has a link. */
async function withContact(details: Partial<ContactForm> = {}) {
  const studio = await openStudio()
  const contact = await addContact(studio, { name: 'Jonas Pine', ...details })
  const ofClient = { params: { id: studio.clientId } }
  const ofContact = { params: { id: studio.clientId, contactId: contact.id } }
  const link = await studio.ada.call(portalAccessApi.create, {
    ...ofClient,
    body: { contact_id: contact.id },
  })
  const jonas = await visitorWith(tokenOf(link.url))
  const list = () => studio.ada.call(contactsApi.list, ofClient)
  return { ...studio, contact, ofClient, ofContact, link, jonas, list }
}

const addressOf = (name: string) => `${name}.${crypto.randomUUID()}@example.com`

describe('the contacts of a client', () => {
  test('are added, changed and listed in their order', async () => {
    const { ada, contact, ofClient, ofContact, list, ...studio } = await withContact()
    expect(contact).toEqual({
      id: contact.id,
      name: 'Jonas Pine',
      role: '',
      email: '',
      phone: '',
      locale: null,
      gets_invoices: false,
      gets_news: false,
      unsubscribed_at: null,
      portal: { status: null, last_seen_at: null },
      version: 1,
    })
    const mia = await addContact({ ada, ...studio }, { name: 'Mia Oak', locale: 'de-DE' })
    const changed = await ada.call(contactsApi.update, {
      ...ofContact,
      body: { name: 'Jonas Pine', role: 'Accounts', email: 'jonas@example.com', gets_invoices: true },
    })
    expect(changed).toMatchObject({ role: 'Accounts', gets_invoices: true, gets_news: false, version: 2 })
    expect(await list()).toEqual([changed, mia])
    expect((await ada.call(clientsApi.get, ofClient)).version).toBe(1)
    expect(await activityOf(ada)).toEqual(
      expect.arrayContaining(['Contact added: Studio North', 'Contact updated: Studio North']),
    )
  })

  test.each([
    ['name', { name: ' ' }],
    ['email', { name: 'Jonas', email: 'jonas' }],
    ['phone', { name: 'Jonas', phone: 'ring me' }],
    ['email', { name: 'Jonas', gets_invoices: true }],
    ['email', { name: 'Jonas', gets_news: true }],
    ['locale', { name: 'Jonas', locale: 'tlh' }],
  ])('need a valid %s', async (field, body) => {
    const { ada, clientId } = await openStudio()
    const answer = await ada.fetch(`/api/clients/${clientId}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject(invalidField(field))
  })

  test(`are at most ${MAX_CONTACTS}`, async () => {
    const studio = await openStudio()
    for (let number = 1; number <= MAX_CONTACTS; number++) await addContact(studio, { name: `No ${number}` })
    expect(
      await studio.ada.try(contactsApi.create, {
        params: { id: studio.clientId },
        body: { name: 'One more' },
      }),
    ).toMatchObject(CONFLICT)
  })

  test('do not come back beyond that when a removal is undone', async () => {
    const studio = await openStudio()
    const { ada, clientId } = studio
    const first = await addContact(studio, { name: 'First' })
    const { removal_id } = await ada.call(contactsApi.remove, {
      params: { id: clientId, contactId: first.id },
    })
    for (let number = 1; number <= MAX_CONTACTS; number++) await addContact(studio, { name: `No ${number}` })
    expect(await ada.try(removalsApi.undo, { params: { id: removal_id } })).toMatchObject(CONFLICT)
  })

  test('belong to one client of one account', async () => {
    const { ada, contact, clientId } = await withContact()
    const other = await ada.call(clientsApi.create, { body: { name: 'Studio South' } })
    const elsewhere = { params: { id: other.id, contactId: contact.id } }
    expect(await ada.try(contactsApi.update, { ...elsewhere, body: { name: 'X' } })).toMatchObject(NOT_FOUND)
    expect(await ada.try(contactsApi.remove, elsewhere)).toMatchObject(NOT_FOUND)
    const linked = { params: { id: other.id }, body: { contact_id: contact.id } }
    expect(await ada.try(portalAccessApi.create, linked)).toMatchObject(NOT_FOUND)
    const eve = await signIn('Eve')
    expect(await eve.try(contactsApi.list, { params: { id: clientId } })).toMatchObject(NOT_FOUND)
  })
})

describe('a contact', () => {
  test('has links of their own, and their name on what they decide and write', async () => {
    const studio = await withContact()
    const { ada, clientId, projectId, contact, link, jonas, list, ofClient } = studio
    expect(link).toMatchObject({ contact_id: contact.id, contact_name: 'Jonas Pine' })
    const links = await ada.call(portalAccessApi.list, ofClient)
    expect(links.map(({ contact_name }) => contact_name)).toEqual(['Jonas Pine', null])

    expect(await jonas.call(portalApi.overview)).toMatchObject({
      client: { name: 'Studio North' },
      visitor: { name: 'Jonas Pine' },
    })
    expect((await list())[0]?.portal).toEqual({ status: 'active', last_seen_at: expect.any(String) })
    const written = await jonas.call(portalApi.comment, { body: { project_id: projectId, content: 'Hi' } })
    expect(written.author_name).toBe('Jonas Pine')
    const deliverableId = await addDeliverable(studio)
    await submit(studio, deliverableId)
    const decided = await jonas.call(portalApi.approveDeliverable, { params: { deliverableId }, body: {} })
    expect(decided.versions[0]?.decision?.client_name).toBe('Jonas Pine')
    const invoiceId = await addSentInvoice({ ada, clientId })
    await jonas.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'approved' } })
    const { decisions } = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
    expect(decisions[0]?.client_name).toBe('Jonas Pine')
    expect(await activityOf(ada)).toEqual(
      expect.arrayContaining([
        'Client commented: Jonas Pine on Website: Hi',
        'Deliverable approved: Jonas Pine: Homepage, version 1 – Website',
        'Portal link created: Jonas Pine',
      ]),
    )
  })

  test('is mailed their own link', async () => {
    const email = addressOf('jonas')
    const { ada, clientId, link } = await withContact({ email })
    const mailed = await ada.call(portalAccessApi.mail, { params: { id: clientId, accessId: link.id } })
    expect(mailed.mailed_to).toBe(email)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('Welcome, Jonas Pine')
    expect(linksIn(mail ?? { headers: [], headerLines: [], attachments: [] })).toContain(link.url)
  })

  test('is removed with their links, and comes back whole when that is undone', async () => {
    const { ada, clientId, ofClient, ofContact, contact, client, link, jonas, list } = await withContact({
      email: 'jonas@example.com',
      role: 'Accounts',
      gets_news: true,
    })
    await jonas.call(portalApi.overview)
    const { removal_id } = await ada.call(contactsApi.remove, ofContact)
    expect(await list()).toEqual([])
    expect(await jonas.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    expect((await client.try(portalApi.overview)).status).toBe(200)
    const [revoked] = await ada.call(portalAccessApi.list, ofClient)
    expect(revoked).toMatchObject({ id: link.id, status: 'revoked', contact_name: '' })
    expect(await ada.try(contactsApi.remove, ofContact)).toMatchObject(NOT_FOUND)
    expect(await ada.try(contactsApi.update, { ...ofContact, body: { name: 'X' } })).toMatchObject(NOT_FOUND)
    const again = { params: { id: clientId }, body: { contact_id: contact.id } }
    expect(await ada.try(portalAccessApi.create, again)).toMatchObject(NOT_FOUND)

    await undo(ada, removal_id)
    expect(await list()).toMatchObject([
      { id: contact.id, name: 'Jonas Pine', role: 'Accounts', email: 'jonas@example.com', gets_news: true },
    ])
    expect((await jonas.try(portalApi.overview)).status).toBe(200)
  })

  test('goes and comes back with the client', async () => {
    const { ada, contact } = await withContact()
    const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio South' } })
    const { id: contactId } = await ada.call(contactsApi.create, {
      params: { id },
      body: { name: 'Mia Oak' },
    })
    await ada.call(portalAccessApi.create, { params: { id }, body: { contact_id: contactId } })
    const { removal_id } = await ada.call(clientsApi.remove, { params: { id } })
    expect(await ada.try(contactsApi.list, { params: { id } })).toMatchObject(NOT_FOUND)
    await undo(ada, removal_id)
    expect(await ada.call(contactsApi.list, { params: { id } })).toMatchObject([
      { id: contactId, portal: { status: 'active' } },
    ])
    expect(contactId).not.toBe(contact.id)
  })
})

const undo = (ada: Person, id: number | undefined) =>
  ada.call(removalsApi.undo, { params: { id: Number(id) } })

describe('what a visitor changes about themself', () => {
  test('is the contact’s own, and is told to the freelancer', async () => {
    const email = addressOf('jonas')
    const { ada, clientId, ofClient, jonas, list } = await withContact({ email, role: 'Accounts' })
    const before = await jonas.call(portalApi.me)
    expect(before).toEqual({
      is_contact: true,
      name: 'Jonas Pine',
      email,
      phone: '',
      locale: null,
      pending_email: null,
      version: 1,
    })
    const next = addressOf('pine')
    const body = { name: 'Jonas Q. Pine', email: next, phone: '+49 30 1234567', locale: 'de-DE' } as const
    const { email: wanted, ...rest } = body
    expect(await jonas.call(portalApi.changeMe, { body })).toMatchObject({
      ...rest,
      email,
      pending_email: wanted,
      version: 2,
    })
    expect(await list()).toMatchObject([{ ...rest, email, role: 'Accounts' }])
    expect((await ada.call(clientsApi.get, ofClient)).name).toBe('Studio North')
    expect(await jonas.call(portalApi.overview)).toMatchObject({
      visitor: { name: 'Jonas Q. Pine' },
      locale: 'de-DE',
    })
    const activity = await ada.call(clientPageApi.activity, { params: { id: clientId } })
    const subject = { type: 'client', id: clientId }
    expect(activity.slice(0, 2)).toMatchObject([
      {
        title: 'New email address requested by client',
        description: 'Jonas Q. Pine: waits for confirmation',
        subject,
      },
      {
        title: 'Contact details changed by client',
        description: 'Jonas Q. Pine: name, phone, dates and amounts',
        subject,
      },
    ])
    const told = (await mailsTo(ada.email)).find(({ subject }) => subject?.includes('contact details'))
    expect(told?.subject).toBe('Jonas Pine changed their contact details')
    expect(told?.text).toContain('Jonas Pine of Studio North changed')
    expect(told?.text).toContain('Name: Jonas Q. Pine (before: Jonas Pine)')
    expect(told?.text).toContain(`Email: ${next} once it is confirmed (until then: ${email})`)
    expect(await mailsTo(email)).toEqual([])
  })

  test('is the client’s own, in drafts too, and not on issued invoices', async () => {
    const studio = await openStudio()
    const { ada, clientId, client } = studio
    const issued = await addSentInvoice(studio)
    const draft = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-16' },
    })
    const { version } = await ada.call(clientsApi.get, { params: { id: clientId } })
    await client.call(portalApi.changeMe, { body: { name: 'North Star', email: 'star@example.com' } })
    expect(await ada.call(clientsApi.get, { params: { id: clientId } })).toMatchObject({
      name: 'North Star',
      email: 'north@example.com',
      version: version + 1,
    })
    expect(await ada.call(clientsApi.list, { query: { q: 'North Star' } })).toHaveLength(1)
    const nameOn = async (id: number) => (await ada.call(invoicesApi.get, { params: { id } })).client_name
    expect(await nameOn(draft.id)).toBe('North Star')
    expect(await nameOn(issued)).toBe('Studio North')
  })

  test('changes nothing if it is the same', async () => {
    const { ada, clientId, client } = await openStudio()
    const { version, name, email, phone } = await client.call(portalApi.me)
    const body = { name, email, phone }
    expect((await client.call(portalApi.changeMe, { body, ifMatch: version })).version).toBe(version)
    const activity = await ada.call(clientPageApi.activity, { params: { id: clientId } })
    expect(activity.map(({ title }) => title)).not.toContain('Contact details changed by client')
  })

  test('does not overwrite what the freelancer changed meanwhile', async () => {
    const { ada, ofContact, jonas } = await withContact()
    const { version } = await jonas.call(portalApi.me)
    await ada.call(contactsApi.update, { ...ofContact, body: { name: 'Jonas', role: 'CEO' } })
    expect(
      await jonas.try(portalApi.changeMe, { body: { name: 'J. Pine' }, ifMatch: version }),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { name: 'Jonas' } } })
  })

  test('works without a mail server', async () => {
    const { jonas } = await withContact({ email: 'jonas@example.com' })
    await withoutMail()
    expect((await jonas.try(portalApi.changeMe, { body: { name: 'Jonas' } })).status).toBe(200)
  })

  test.each([
    ['name', { name: '' }],
    ['email', { name: 'Jonas', email: 'nowhere' }],
  ])('needs a valid %s', async (field, body) => {
    const { jonas } = await withContact()
    expect(await jonas.try(portalApi.changeMe, { body })).toMatchObject(invalidField(field))
  })
})

/** The code in the mail to a new address. */
async function codeMailedTo(address: string): Promise<string> {
  const mails = await mailsTo(address)
  const [, code] = /\/confirm-email\/([\w.-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
  return code ?? ''
}

describe('a new email address', () => {
  /** The client has asked for it. */
  async function requested() {
    const studio = await openStudio()
    const [before, next] = [addressOf('north'), addressOf('star')]
    const ofClient = { params: { id: studio.clientId } }
    await studio.ada.call(clientsApi.update, { ...ofClient, body: { name: 'Studio North', email: before } })
    const ask = (email: string) =>
      studio.client.try(portalApi.changeMe, { body: { name: 'Studio North', email } })
    expect(await ask(next)).toMatchObject({ status: 200, body: { email: before, pending_email: next } })
    const present = async () => (await studio.ada.call(clientsApi.get, ofClient)).email
    const mails = await mailsTo(next)
    const code = await codeMailedTo(next)
    const confirm = { params: { code } }
    const anyone = new Visitor(studio.ada.url)
    return { ...studio, before, next, ofClient, ask, present, mails, code, confirm, anyone }
  }

  test('takes effect once it is confirmed, which opening the link does not do', async () => {
    const { ada, client, clientId, before, next, present, mails, confirm, anyone } = await requested()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Confirm your email address for Ada')
    expect(linksIn(firstOf(mails))).toHaveLength(1)
    expect(mails[0]?.text).not.toContain(client.token)
    const shown = { sender: 'Ada', email: next, confirmed_at: null }
    for (let visit = 0; visit < 3; visit++)
      expect(await anyone.call(addressChangesApi.get, confirm)).toEqual(shown)
    expect(await present()).toBe(before)
    const confirmed = await anyone.call(addressChangesApi.confirm, confirm)
    expect(confirmed).toEqual({ ...shown, confirmed_at: expect.any(String) })
    expect(await present()).toBe(next)
    expect(await client.call(portalApi.me)).toMatchObject({ email: next, pending_email: null })
    expect(await anyone.call(addressChangesApi.confirm, confirm)).toEqual(confirmed)
    expect(await anyone.call(addressChangesApi.get, confirm)).toEqual(confirmed)

    const warnings = await mailsTo(before)
    expect(warnings.map(({ subject }) => subject)).toEqual(['Your email address at Ada was changed'])
    expect(linksIn(firstOf(warnings))).toEqual([])
    expect(firstOf(warnings).text).not.toContain(next)
    const told = (await mailsTo(ada.email)).filter(({ subject }) => subject?.includes('contact details'))
    expect(told.map(({ text }) => text).toSorted()).toEqual([
      expect.stringContaining(`Email: ${next} (before: ${before})`),
      expect.stringContaining(`Email: ${next} once it is confirmed (until then: ${before})`),
    ])
    const activity = await ada.call(clientPageApi.activity, { params: { id: clientId } })
    expect(activity.slice(0, 2)).toMatchObject([
      { title: 'Contact details changed by client', description: 'Studio North: email' },
      { title: 'New email address requested by client' },
    ])
    const [event] = await ada.call(auditApi.list)
    expect(event).toMatchObject({
      action: 'client_address_changed',
      actor: 'client',
      client_id: clientId,
      address: '127.0.0.1',
    })
  })

  test('of a contact takes effect for the contact only', async () => {
    const { ada, jonas, list, ofClient } = await withContact({ email: addressOf('jonas') })
    const next = addressOf('pine')
    await jonas.call(portalApi.changeMe, { body: { name: 'Jonas Pine', email: next } })
    await new Visitor(ada.url).call(addressChangesApi.confirm, { params: { code: await codeMailedTo(next) } })
    expect(await list()).toMatchObject([{ name: 'Jonas Pine', email: next }])
    expect((await ada.call(clientsApi.get, ofClient)).email).toBe('north@example.com')
  })

  test('can be asked for three times a day, which uses up nothing of what the freelancer may send', async () => {
    await setClock('2026-11-16T10:00:00Z')
    const { ada, ask, ofClient, before, client } = await requested()
    for (const name of ['second', 'third']) expect((await ask(addressOf(name))).status).toBe(200)
    const fourth = addressOf('fourth')
    await setClock('2026-11-16T11:30:00Z')
    expect(await ask(fourth)).toMatchObject({
      status: 429,
      body: {
        error: 'You can change your email address 3 times a day. Please try again in 23 hours.',
        code: 'rate_limited',
      },
    })
    expect(await ask('')).toMatchObject({ status: 429 })
    expect((await ask(before)).status).toBe(200)
    expect((await client.call(portalApi.me)).email).toBe(before)
    expect(await mailsTo(fourth)).toEqual([])
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    const counted = await database.pool.query(
      'select distinct audience from mail_sends where account_id = $1 order by 1',
      [id],
    )
    expect(counted.rows).toEqual([{ audience: 'freelancer' }, { audience: 'visitor' }])
    expect((await ada.try(clientsApi.get, ofClient)).status).toBe(200)
    await setClock('2026-11-17T10:00:00Z')
    expect((await ask(fourth)).status).toBe(200)
  })

  test('is asked for three times at once at most', async () => {
    const { ask } = await requested()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(addressOf('again'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
  })

  test('replaces the one that was asked for before', async () => {
    const { ask, anyone, confirm, present, before } = await requested()
    const last = addressOf('last')
    await ask(last)
    expect(await anyone.try(addressChangesApi.confirm, confirm)).toMatchObject(INVALID_LINK)
    expect(await present()).toBe(before)
    await anyone.call(addressChangesApi.confirm, { params: { code: await codeMailedTo(last) } })
    expect(await present()).toBe(last)
  })

  test('cannot be confirmed after a week, or once the freelancer has entered another', async () => {
    const { ada, ofClient, anyone, confirm, present, ask, client } = await requested()
    await setClock(new Date(Date.now() + 7 * 86_400_000 + 60_000).toISOString())
    expect(await anyone.try(addressChangesApi.confirm, confirm)).toMatchObject(INVALID_LINK)
    expect(await client.call(portalApi.me)).toMatchObject({ pending_email: null })
    const next = addressOf('late')
    await ask(next)
    const entered = addressOf('entered')
    await ada.call(clientsApi.update, { ...ofClient, body: { name: 'Studio North', email: entered } })
    const late = { params: { code: await codeMailedTo(next) } }
    expect(await anyone.try(addressChangesApi.confirm, late)).toMatchObject(INVALID_LINK)
    expect(await present()).toBe(entered)
    expect(await client.call(portalApi.me)).toMatchObject({ email: entered, pending_email: null })
  })

  test('cannot be confirmed once the client is archived, erased or the account closing', async () => {
    const archived = await requested()
    const { ada, ofClient, anyone, confirm } = archived
    await addSentInvoice(archived)
    await ada.call(clientsApi.remove, ofClient)
    expect(await anyone.try(addressChangesApi.get, confirm)).toMatchObject(INVALID_LINK)
    await ada.call(clientPageApi.erase, ofClient)
    const { id } = await ada.call(accountApi.me)
    expect((await rowsOf(id)).filter((row) => row.startsWith('address_changes '))).toEqual([])
    const closing = await requested()
    await closing.ada.call(deletionApi.request, { body: { confirm_name: 'Ada' } })
    expect(await anyone.try(addressChangesApi.confirm, closing.confirm)).toMatchObject(INVALID_LINK)
  })

  test('is forgotten with the contact who asked for it', async () => {
    const { ada, jonas, ofContact } = await withContact()
    await jonas.call(portalApi.changeMe, { body: { name: 'Jonas Pine', email: addressOf('pine') } })
    await ada.call(contactsApi.remove, ofContact)
    const { id } = await ada.call(accountApi.me)
    expect((await rowsOf(id)).filter((row) => row.startsWith('address_changes '))).toEqual([])
  })

  test('is confirmed by the whole code only', async () => {
    const { anyone, code, present, before, client } = await requested()
    const [account = '', token = ''] = code.split('.')
    for (const wrong of [
      token,
      `${account}.`,
      `0${code}`,
      `${code}x`,
      `${Number(account) + 1}.${token}`,
      client.token,
    ])
      expect(await anyone.try(addressChangesApi.confirm, { params: { code: wrong } })).toMatchObject(
        INVALID_LINK,
      )
    expect(await present()).toBe(before)
    const { headers } = await anyone.fetch(`/api/confirm-email/${code}`)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect((await rowsOf(Number(account))).join('\n')).not.toContain(token)
  })

  test('in another spelling, or none at all, takes effect at once', async () => {
    const { client, ask, present, before } = await requested()
    await ask(before.replace('north', 'North'))
    expect(await present()).toBe(before.replace('north', 'North'))
    expect((await ask('')).status).toBe(200)
    expect(await present()).toBe('')
    const [warned] = await mailsTo(before.replace('north', 'North'))
    expect(warned?.subject).toBe('Your email address at Ada was changed')
    expect(await client.call(portalApi.me)).toMatchObject({ pending_email: null })
  })

  test('needs a mail server', async () => {
    const { ask, present, before } = await requested()
    await withoutMail()
    expect(await ask(addressOf('other'))).toMatchObject({ status: 503, body: { code: 'mail_not_set_up' } })
    expect(await present()).toBe(before)
  })
})

describe('mails to contacts', () => {
  test('go out with invoices and receipts, each with a link of their own', async () => {
    const email = addressOf('jonas')
    const studio = await withContact({ email, gets_invoices: true })
    const { ada, clientId, link } = studio
    await addContact(studio, { name: 'Mia Oak', email: addressOf('mia') })
    const twin = addressOf('twin')
    await addContact(studio, { name: 'Twin', email: twin, gets_invoices: true })
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', email: twin },
    })
    const { id } = await ada.call(invoicesApi.create, {
      body: {
        client_id: clientId,
        issue_date: '2026-11-01',
        items: [{ description: 'Design', quantity: 1, rate: 50 }],
      },
    })
    const sent = await ada.call(sendingApi.send, { params: { id }, body: {} })
    expect(sent.mailed_to).toBe(twin)
    const [mail] = await mailsTo(email)
    expect(mail?.attachments).toHaveLength(1)
    expect(mail?.text).toContain(`${link.url}/invoices/${id}`)
    expect(await mailsTo(twin)).toHaveLength(1)
    const { mails } = await ada.call(sendingApi.mails, { params: { id } })
    expect(mails.map(({ kind, recipients }) => [kind, recipients])).toEqual(
      expect.arrayContaining([
        ['invoice', [twin]],
        ['copy', [email]],
      ]),
    )
  })

  test('tell news only to those who want them', async () => {
    const email = addressOf('jonas')
    const studio = await withContact({ email, gets_news: true })
    const silent = addressOf('mia')
    await addContact(studio, { name: 'Mia Oak', email: silent })
    await submit(studio, await addDeliverable(studio))
    await setClock(new Date(Date.now() + 11 * 60_000).toISOString())
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain(`${studio.link.url}/projects/${studio.projectId}`)
    expect(await mailsTo(silent)).toEqual([])
    const [, code] = /\/unsubscribe\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    await studio.ada.call(unsubscriptionApi.unsubscribe, { params: { code: code ?? '' } })
    expect((await studio.list())[0]?.unsubscribed_at).toEqual(expect.any(String))
    await submit(studio, await addDeliverable(studio, { title: 'Logo' }))
    await setClock(new Date(Date.now() + 30 * 60_000).toISOString())
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('what a contact sees and decides', () => {
  async function withAddresses() {
    const [email, ownEmail] = [addressOf('client'), addressOf('jonas')]
    const studio = await withContact({ email: ownEmail, gets_invoices: true, gets_news: true })
    await studio.ada.call(clientsApi.update, {
      ...studio.ofClient,
      body: { name: 'Studio North', email },
    })
    return { ...studio, email, ownEmail }
  }

  test('opens their own mails about an invoice, not those of the client', async () => {
    const { ada, jonas, client, email, ownEmail, ...studio } = await withAddresses()
    const id = await addSentInvoice({ ada, ...studio })
    await ada.call(sendingApi.send, { params: { id }, body: {} })
    const opened = async () => {
      const { mails } = await ada.call(sendingApi.mails, { params: { id } })
      return mails.filter(({ seen_at }) => seen_at).flatMap(({ recipients }) => recipients)
    }
    await jonas.call(portalApi.invoice, { params: { invoiceId: id } })
    expect(await opened()).toEqual([ownEmail])
    await client.call(portalApi.invoice, { params: { invoiceId: id } })
    expect(await opened()).toEqual([email, ownEmail])
  })

  test('is still news to the client', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const { ada, jonas, client, projectId, email, ownEmail } = await withAddresses()
    const comment = (content: string) =>
      ada.call(commentsApi.create, { params: { id: projectId }, body: { content } })
    await comment('Seen by both')
    await jonas.call(portalApi.project, { params: { projectId } })
    await client.call(portalApi.project, { params: { projectId } })
    await comment('Seen by Jonas')
    await jonas.call(portalApi.project, { params: { projectId } })
    await setClock('2026-11-16T12:10:00Z')
    const textsTo = async (address: string) => (await mailsTo(address)).map(({ text }) => text)
    const [mail, ...more] = await textsTo(email)
    expect(mail).toContain('Seen by Jonas')
    expect(mail).not.toContain('Seen by both')
    expect(more).toEqual([])
    expect(await textsTo(ownEmail)).toEqual([])
  })

  test('is confirmed to them, or to the client if they have no address', async () => {
    const { ada, jonas, ofContact, email, ownEmail, ...studio } = await withAddresses()
    const approve = async () => {
      const deliverableId = await addDeliverable({ ada, ...studio })
      await submit({ ada, ...studio }, deliverableId)
      await jonas.call(portalApi.approveDeliverable, { params: { deliverableId } })
    }
    const receiptsTo = async (address: string) =>
      (await mailsTo(address)).filter(({ subject }) => subject?.startsWith('You approved'))
    await approve()
    const [receipt] = await receiptsTo(ownEmail)
    expect(receipt && linksIn(receipt)[0]).toContain(jonas.token)
    expect(await receiptsTo(email)).toEqual([])
    await ada.call(contactsApi.update, { ...ofContact, body: { name: 'Jonas Pine' } })
    await approve()
    expect(await receiptsTo(ownEmail)).toHaveLength(1)
    expect(await receiptsTo(email)).toHaveLength(1)
  })
})
