import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { passkeysApi } from '#features/foundation/passkeys/contract.ts'
import { importsApi } from '#features/pages/import/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { setClock } from '#tests/app.ts'
import { keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { addPortalLink, visitorWith } from '#tests/portal.ts'
import { columnsWithout, rowsOf } from '#tests/rows.ts'
import { everyAnswer } from '#tests/sound-request.ts'
import { type Caller, callAbout, walk } from '#tests/strangers.ts'

let ada: MarkedBooks
let eve: MarkedBooks
/** Another client of Ada's, who may see her business, and nothing of the first client. */
let neighbour: { token: string; accessId: number; clientId: number }

beforeAll(async () => {
  ada = await keepMarkedBooks('Ada')
  eve = await keepMarkedBooks('Eve')
  neighbour = await addNeighbour()
})

async function addNeighbour() {
  const { id } = await ada.owner.call(clientsApi.create, { body: { name: 'Next Door' } })
  await ada.owner.call(projectsApi.create, { body: { name: 'A shop', client_id: id } })
  const { accessId, client } = await addPortalLink(ada.owner, id)
  await client.call(portalApi.overview)
  return { token: client.token, accessId, clientId: id }
}

describe('the test data', () => {
  /** Generated values, such as hashes, that no user entered. */
  const OURS = [
    /\.(status|approval_status|time_zone|category|type|kind|work_kind|decision|author_type|plan_id|audience|subject_type)$/,
    /\.(currency|locale|invoice_on_approval|country|method|iban|bic|billing|tax_category|unit|time_rounding_mode|week_starts_on|frequency|covers|group_by)$/,
    /\.(title|reason|file_type|file_sha256|fingerprint|path|customer_id|message_id|issuer|subject)$/,
    /^(activities|audit_events|sessions)\.(action|actor|address|device)$/,
    /^decisions\.(code|address)$/,
    // `after` has the same columns, and a marker.
    /^changes\.(actor|record|before)$/,
    // Computed from `name_key`, with longer numbers.
    /^(clients|projects)\.name_order$/,
    // Empty once it is rendered as a file.
    /^decisions\.document$/,
    /^checkouts\.(key|parameters)$/,
    /^(invoice_checkouts|payment_accounts)\./,
    /^payments\.provider_(payment_)?id$/,
    /^mails\.attachment$/,
    /^tours\.step$/,
    /^recurring_invoices\.problem(_reason)?$/,
    /^imports\.(source|format|settings|created|removed)$/,
    /^line_requests\.answer$/,
    /^credit_notes\.(credit_note_number|prefix)$/,
    /^(passkeys\.credential_id|passkey_challenges\.purpose)$/,
    /^document_files\.format$/,
    /^document_chain\.(format|previous_sha256|sha256)$/,
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
      opens: ['account', 'link'],
    }
    const hers = [...grace.secrets, ...grace.business]
    const silent: string[] = []
    for (const endpoint of everyAnswer.filter(({ access }) => access === 'account' || access === 'link')) {
      const answers = await callAbout(grace.keys, caller, endpoint, hers[0] ?? '')
      for (const { what, status, text } of answers)
        expect(status, `${what} ${text}`).toBe(
          CONFLICTS.includes(`${endpoint.method} ${endpoint.path}`)
            ? 409
            : REFUSES_THIS_CONTENT.includes(endpoint)
              ? 400
              : (endpoint.status ?? 200),
        )
      if (endpoint.method === 'GET' && !answers.some(({ text }) => hers.some((word) => text.includes(word))))
        silent.push(endpoint.path)
    }
    expect(silent).toEqual(SAYS_NOTHING_OF_HERS)
  })

  const REFUSES_THIS_CONTENT: Endpoint[] = [
    businessApi.uploadLogo,
    expensesApi.addReceipt,
    expensesApi.addThumbnail,
    importsApi.upload,
    passkeysApi.create,
  ]

  /** Since these books are not empty, and earlier calls have already changed what these are about. */
  const CONFLICTS = [
    'DELETE /api/timer',
    'POST /api/timer/resume',
    'PUT /api/invoices/{id}/line-requests/{requestId}',
    'POST /api/clients/{id}/restore',
    'POST /api/clients/{id}/erase',
    'POST /api/clients/{id}/portal-access/{accessId}/mail',
    'POST /api/invoices/{id}/send',
    'PUT /api/invoices/{id}/schedule',
    'POST /api/invoices/{id}/credit',
    'PUT /api/invoices/{id}/items/order',
    'DELETE /api/invoices/{id}/items/{itemId}',
    'DELETE /api/invoices/{id}',
    'PUT /api/credit-notes/{id}',
    'POST /api/credit-notes/{id}/send',
    'DELETE /api/credit-notes/{id}',
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
    '/api/time-entries/{id}/history',
    '/api/expenses/totals',
    '/api/expenses/this-month',
    '/api/dashboard/stats',
    '/api/client-figures',
    '/api/project-figures',
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
    '/api/checklist',
    '/api/tour',
  ]
})

describe('cannot read or change anything by any call:', () => {
  test('another account, and its client', async () => {
    const caller: Caller = { session: eve.sessionKey, token: eve.token, opens: ['account', 'link'] }
    const before = await rowsOf(ada.accountId)
    expect(await walk(ada, { callers: [caller], secrets: [...ada.secrets, ...ada.business] })).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })

  test('the owner’s own session and link, once expired; the link only tells whom to ask', async () => {
    const session: Caller = { session: ada.sessionKey, token: 'x', opens: [] }
    const link: Caller = { session: undefined, token: ada.token, opens: [] }
    const before = await rowsOf(ada.accountId)
    await setClock(new Date(Date.now() + 32 * 86_400_000).toISOString())
    const signingOut = ({ changesState }: Endpoint) => changesState === true
    const secrets = [...ada.secrets, ...ada.business]
    expect(await walk(ada, { callers: [session], secrets, skip: signingOut })).toEqual([])
    expect(await walk(ada, { callers: [link], secrets: ada.secrets, skip: signingOut })).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })

  test("another client's link", async () => {
    const caller: Caller = { session: neighbour.token, token: neighbour.token, opens: ['link'] }
    // Use is written down once a minute: the clock stands still while the calls are made.
    await setClock(new Date().toISOString())
    await (await visitorWith(neighbour.token)).call(portalApi.overview)
    const before = await rowsOf(ada.accountId)
    const changingOwnDetails = (endpoint: Endpoint) => endpoint === portalApi.changeMe
    expect(await walk(ada, { callers: [caller], secrets: ada.secrets, skip: changingOwnDetails })).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })
})
