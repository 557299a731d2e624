import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { businessApi } from '#features/business/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { expensesApi } from '#features/expenses/contract.ts'
import { importsApi } from '#features/import/contract.ts'
import { portalApi } from '#features/portal/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { signInApi } from '#features/sign-in/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { type Keys, keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { addPortalLink, visitorWith } from '#tests/portal.ts'
import type { RawAnswer } from '#tests/raw-http.ts'
import { faultsOfRefusal } from '#tests/refusals.ts'
import { columnsWithout, rowsOf } from '#tests/rows.ts'
import { everyAnswer, everyEndpoint, pathTo, soundBody, soundQuery } from '#tests/sound-request.ts'
import { unzip } from '#tests/zip.ts'

/** A caller: the session cookie, the portal token, and how far each gets. */
interface Caller {
  session: string | undefined
  token: string
  opens: ('account' | 'portal')[]
}

let ada: MarkedBooks
let eve: MarkedBooks
/** Another client of Ada's, who may see her business, and nothing of the first client. */
let neighbour: { token: string; accessId: number; clientId: number }
let origin: string

beforeAll(async () => {
  ada = await keepMarkedBooks('Ada')
  eve = await keepMarkedBooks('Eve')
  origin = (await sharedApp()).url
  neighbour = await addNeighbour()
})

async function addNeighbour() {
  const { id } = await ada.owner.call(clientsApi.create, { body: { name: 'Next Door' } })
  await ada.owner.call(projectsApi.create, { body: { name: 'A shop', client_id: id } })
  const { accessId, client } = await addPortalLink(ada.owner, id)
  await client.call(portalApi.overview)
  return { token: client.token, accessId, clientId: id }
}

interface Answer extends RawAnswer {
  what: string
}

/** A code alone opens its certificate, for everyone. */
const UNISSUED = { certificates: 'unissued' }

/** Calls an endpoint about what these keys name; a list is asked for whole as well. */
async function call(caller: Caller, endpoint: Endpoint, books: Keys, q: string): Promise<Answer[]> {
  const keys = { ...books, origin, ...(endpoint.access === 'public' && UNISSUED) }
  const path = pathTo(endpoint, { ...keys, 'client-portal': caller.token })
  const query = soundQuery(endpoint, keys, q)
  const addresses =
    query && !endpoint.upload ? [path, `${path}?${query}`] : [query ? `${path}?${query}` : path]
  const answers: Answer[] = []
  for (const address of addresses)
    answers.push(await callAt(caller, endpoint, address, soundBody(endpoint, keys)))
  return answers
}

/** Or signing out would be refused for another reason. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

async function callAt({ session }: Caller, endpoint: Endpoint, path: string, body: unknown): Promise<Answer> {
  const visitor = new Visitor(origin)
  if (session) visitor.cookies.set('daybook_session', session)
  const sent = endpoint.upload ? 'Taken' : body === undefined ? undefined : JSON.stringify(body)
  const response = await visitor.fetch(path, {
    method: endpoint.method,
    headers: { ...OWN_PAGE, ...(sent !== undefined && { 'content-type': 'application/json' }) },
    ...(sent !== undefined && { body: sent }),
  })
  const content = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].map((pair) => pair.join(': ')).join('\n')
  const type = response.headers.get('content-type') ?? ''
  const text = type === 'application/zip' ? await textIn(content) : content.toString()
  return {
    what: `${endpoint.method} ${path.split('?')[0]}${path.includes('?') ? '?…' : ''}`,
    status: response.status,
    type,
    text: `${headers}\n${text}`,
    body: text,
  }
}

const textIn = async (archive: Buffer) => [...(await unzip(archive)).values()].join('\n')

/** Walks the whole table as a stranger, about what is Ada's; gives what is wrong with any answer. */
async function walk(caller: Caller, secrets: string[], skip = (_: Endpoint) => false): Promise<string[]> {
  const faults: string[] = []
  for (const endpoint of caller.opens.includes('account') ? everyAnswer : everyEndpoint) {
    if (skip(endpoint)) continue
    for (const answer of await call(caller, endpoint, ada.keys, ada.secrets[0] ?? '')) {
      const { what, status, text } = answer
      if (status !== expectedStatus(caller, endpoint, what)) faults.push(`${what} answered ${status}`)
      if (status >= 300) faults.push(...faultsOfRefusal(answer).map((fault) => `${what} ${fault}`))
      for (const secret of secrets)
        if (text.includes(secret)) faults.push(`${what} answered what is Ada's: ${text}`)
    }
  }
  return faults
}

function expectedStatus({ opens, token }: Caller, endpoint: Endpoint, what: string): number {
  const { access, method, path, status = 200 } = endpoint
  if (access !== 'public') {
    if (!opens.includes(access)) return access === 'account' ? 401 : 404
    const isAboutRecord = /\{(?!token|currency)/.test(path)
    const namesRecord = /"((client|project)_id|ids)"/.test(
      JSON.stringify(soundBody(endpoint, ada.keys) ?? ''),
    )
    const namesLogo = /\/logo\?…$/.test(what) && !token.startsWith(`${ada.accountId}.`)
    if (isAboutRecord || namesRecord || namesLogo) return 404
  }
  return REFUSED[`${method} ${path}`] ?? status
}

/** Calls that these requests do not fulfil: without a sign-in that was begun, a signature, the own name, empty books, a timer, a code from a mail. */
const REFUSED: Record<string, number> = {
  'POST /api/sessions': 400,
  'POST /api/webhooks/stripe': 400,
  'POST /api/webhooks/stripe-connect': 400,
  'POST /api/account/deletion': 400,
  'POST /api/sample-data': 409,
  'DELETE /api/sample-data': 409,
  'PUT /api/business/logo': 400,
  'POST /api/imports': 400,
  'DELETE /api/timer': 409,
  'GET /api/unsubscribe/{code}': 404,
  'POST /api/unsubscribe/{code}': 404,
  'DELETE /api/unsubscribe/{code}': 404,
  'POST /unsubscribe/{code}': 404,
  'GET /api/certificates/{code}': 404,
  'GET /api/certificates/{code}/pdf': 404,
}

describe('the test data', () => {
  /** Generated values, such as hashes, that no user entered. */
  const OURS = [
    /\.(status|approval_status|time_zone|category|type|kind|work_kind|decision|author_type|plan_id|audience|subject_type)$/,
    /\.(currency|locale|invoice_on_approval|country|method|iban|bic|billing|tax_category|unit|time_rounding_mode|week_starts_on|frequency|covers|group_by)$/,
    /\.(title|reason|file_type|file_sha256|fingerprint|path|customer_id|message_id|issuer|subject)$/,
    /^(activities|audit_events|sessions)\.(action|actor|address|device)$/,
    /^decisions\.(code|address)$/,
    /^checkouts\.(key|parameters)$/,
    /^(invoice_checkouts|payment_accounts)\./,
    /^payments\.provider_(payment_)?id$/,
    /^mails\.attachment$/,
    /^tours\.step$/,
    /^recurring_invoices\.problem(_reason)?$/,
    /^imports\.(source|format|settings|created|removed)$/,
    /^line_requests\.answer$/,
  ]

  test('has a marker in every text column', async () => {
    const unmarked = await columnsWithout(ada.accountId, [...ada.secrets, ...ada.business])
    expect(unmarked.filter((column) => !OURS.some((ours) => ours.test(column)))).toEqual([])
    expect(unmarked).not.toContain('milestones.title')
    expect(unmarked).not.toContain('mails.subject')
  })

  test('is readable by its owner through the same calls', async () => {
    const grace = await keepMarkedBooks('Grace')
    const caller: Caller = {
      session: grace.sessionKey,
      token: grace.token,
      opens: ['account', 'portal'],
    }
    const hers = [...grace.secrets, ...grace.business]
    const silent: string[] = []
    for (const endpoint of everyAnswer.filter(({ access }) => access !== 'public')) {
      const answers = await call(caller, endpoint, grace.keys, hers[0] ?? '')
      for (const { what, status, text } of answers)
        expect(status, `${what} ${text}`).toBe(
          CONFLICTS.includes(`${endpoint.method} ${endpoint.path}`)
            ? 409
            : REFUSES_THIS_FILE.includes(endpoint)
              ? 400
              : (endpoint.status ?? 200),
        )
      if (endpoint.method === 'GET' && !answers.some(({ text }) => hers.some((word) => text.includes(word))))
        silent.push(endpoint.path)
    }
    expect(silent).toEqual(SAYS_NOTHING_OF_HERS)
  })

  const REFUSES_THIS_FILE: Endpoint[] = [
    businessApi.uploadLogo,
    expensesApi.addReceipt,
    expensesApi.addThumbnail,
    importsApi.upload,
  ]

  /** Since these books are not empty, and earlier calls have already changed what these are about. */
  const CONFLICTS = [
    'POST /api/sample-data',
    'DELETE /api/sample-data',
    'DELETE /api/timer',
    'PUT /api/invoices/{id}/line-requests/{requestId}',
    'POST /api/clients/{id}/restore',
    'POST /api/clients/{id}/erase',
    'POST /api/clients/{id}/portal-access/{accessId}/mail',
    'POST /api/invoices/{id}/send',
    'PUT /api/invoices/{id}/items/order',
    'DELETE /api/invoices/{id}',
    'PUT /api/projects/{id}/deliverables/order',
    'DELETE /api/projects/{id}/deliverables/{deliverableId}',
    'POST /api/client-portal/{token}/deliverables/{deliverableId}/reject',
    'POST /api/client-portal/{token}/invoices/{invoiceId}/pay',
    'POST /api/imports/{id}/start',
    'POST /api/imports/{id}/cancel',
    'POST /api/imports/{id}/undo',
  ]

  /** Counts, sums and plans. */
  const SAYS_NOTHING_OF_HERS = [
    '/api/account/sessions',
    '/api/subscription',
    '/api/subscription/usage',
    '/api/stripe/setup-check',
    '/api/account/storage',
    '/api/business/logo',
    '/api/exchange-rates/{currency}',
    '/api/time-entries/totals',
    '/api/expenses/totals',
    '/api/expenses/this-month',
    '/api/dashboard/stats',
    '/api/money',
    '/api/unbilled/sums',
    '/api/invoices/summary',
    '/api/approval-problems',
    '/api/projects/{id}/comments/by-version',
    '/api/unread',
    '/api/payments/connection',
    '/api/client-portal/{token}/logo',
    '/api/client-portal/{token}/invoices/{invoiceId}/payment',
    '/api/reports/this-month',
    '/api/imports/{id}/kept',
    '/api/tour',
    '/api/sample-data',
  ]
})

describe('cannot read or change anything by any call:', () => {
  const random = () => randomBytes(32).toString('base64url')
  const nobodys = (): Caller => ({ session: undefined, token: 'x', opens: [] })
  const under = (key: string) => `${ada.accountId}.${key.split('.')[1]}`

  const strangers: Record<string, () => Caller | Promise<Caller>> = {
    nobody: nobodys,
    'another account, and its client': () => ({
      session: eve.sessionKey,
      token: eve.token,
      opens: ['account', 'portal'],
    }),
    'keys that nobody issued': () => ({
      session: `${ada.accountId}.${random()}`,
      token: `${ada.accountId}.${random()}`,
      opens: [],
    }),
    "another account's keys under her number": () => ({
      session: under(eve.sessionKey),
      token: under(eve.token),
      opens: [],
    }),
    "her client's link as a session, her session as a link": () => ({
      session: ada.token,
      token: ada.sessionKey,
      opens: [],
    }),
    'a session that was ended, and a link that was revoked': async () => {
      const session = await secondSession()
      const visitor = new Visitor(origin)
      visitor.cookies.set('daybook_session', session)
      await visitor.call(signInApi.signOut, { headers: OWN_PAGE })
      const clientId = Number(ada.keys.clients)
      const { accessId, client } = await addPortalLink(ada.owner, clientId)
      await ada.owner.call(portalAccessApi.revoke, { params: { id: clientId, accessId } })
      return { session, token: client.token, opens: [] }
    },
  }

  /** As if Ada had also signed in on another machine. */
  async function secondSession(): Promise<string> {
    const again = await signInAs(origin, ada.owner)
    return again.cookies.get('daybook_session') ?? ''
  }

  test.each(Object.entries(strangers))('%s', async (_, stranger) => {
    const caller = await stranger()
    const before = await rowsOf(ada.accountId)
    const faults = await walk(caller, [...ada.secrets, ...ada.business])
    expect(faults).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
    if (caller.session === eve.sessionKey) eve = await keepMarkedBooks('Eve')
  })

  test('the owner’s own session and link, once expired', async () => {
    const caller: Caller = { session: ada.sessionKey, token: ada.token, opens: [] }
    const before = await rowsOf(ada.accountId)
    await setClock(new Date(Date.now() + 32 * 86_400_000).toISOString())
    const signingOut = ({ changesState }: Endpoint) => changesState === true
    expect(await walk(caller, [...ada.secrets, ...ada.business], signingOut)).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })

  test("another client's link", async () => {
    const caller: Caller = { session: neighbour.token, token: neighbour.token, opens: ['portal'] }
    // Use is written down once a minute: the clock stands still while the calls are made.
    await setClock(new Date().toISOString())
    await (await visitorWith(neighbour.token)).call(portalApi.overview)
    const before = await rowsOf(ada.accountId)
    const changingOwnDetails = (endpoint: Endpoint) => endpoint === portalApi.changeMe
    expect(await walk(caller, ada.secrets, changingOwnDetails)).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })

  const MALFORMED = [
    '.',
    '0.',
    'null',
    '%00',
    '%2e%2e%2f',
    '1.'.padEnd(45, 'é'),
    `999999999999999.${'A'.repeat(43)}`,
    `-1.${'A'.repeat(43)}`,
    `1e3.${'A'.repeat(43)}`,
    'A'.repeat(499),
    `1.${"' or 1=1 --".padEnd(43)}`,
  ]

  test.each(MALFORMED)('invalid keys: %j', async (key) => {
    const before = await rowsOf(ada.accountId)
    const caller = { session: encodeURIComponent(key), token: encodeURIComponent(key), opens: [] }
    expect(await walk(caller, [...ada.secrets, ...ada.business])).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })
})
