import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { addDeliverable, addSentInvoice, submit } from '#tests/portal.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { rowsOf } from '#tests/rows.ts'
import { parseState } from '#web/data/prerendered-state.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({}, { pages: 'built' })
})
afterAll(() => app.stop())

const HTML = { headers: { accept: 'text/html' } }
/** Shown by the shell while its script is loading. */
const LOADING = 'Loading'

interface Names {
  client?: string
  project?: string
  comment?: string
  locale?: 'en-US' | 'de-DE'
  rate?: number
}

/** A freelancer with one of everything that a client sees, and the pages of that client. */
async function openPortal({
  client = 'Studio North',
  project = 'Website',
  comment = 'Have a look',
  locale = 'en-US',
  rate = 1250,
}: Names = {}) {
  const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
  const { id: clientId } = await ada.call(clientsApi.create, {
    body: { name: client, email: 'north@example.com' },
  })
  const { id: projectId } = await ada.call(projectsApi.create, {
    body: { name: project, client_id: clientId },
  })
  await submit({ ada, projectId }, await addDeliverable({ ada, projectId }))
  await ada.call(commentsApi.create, { params: { id: projectId }, body: { content: comment } })
  const invoiceId = await addSentInvoice(
    { ada, clientId },
    { items: [{ description: project, quantity: 1, rate }] },
  )
  const link = await ada.call(portalAccessApi.create, { params: { id: clientId } })
  const token = tokenOf(link.url)
  const visitor = new PortalVisitor(app.url, token)
  const me = await visitor.try(portalApi.me)
  if (!me.ok) throw new Error('the link does not open')
  await visitor.call(portalApi.changeMe, { body: { ...me.body, locale } })
  const { id: accountId } = await ada.call(accountApi.me)
  const home = `/client-portal/${token}`
  return {
    ada,
    visitor,
    token,
    ids: { clientId, projectId, invoiceId, accessId: link.id },
    pages: { home, project: `${home}/projects/${projectId}`, invoice: `${home}/invoices/${invoiceId}` },
    rows: () => rowsOf(accountId, app),
  }
}

async function pageAt(path: string, visitor: Pick<Person, 'fetch'> = new PortalVisitor(app.url, '')) {
  const response = await visitor.fetch(path, HTML)
  const html = await response.text()
  const [, json = 'null'] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  /** Without tags, as it is read. */
  const text = html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ' ')
  return { status: response.status, headers: response.headers, html, text, state: parseState(json) }
}

describe('a page of the portal', () => {
  test('shows its content without script, and is kept by nobody', async () => {
    const { pages } = await openPortal()
    const shown = {
      [pages.home]: ['Welcome,  Studio North', 'Website', '$1,250.00'],
      [`${pages.home}?tab=invoices`]: ['View &amp; Review'],
      [pages.project]: ['Website', 'Milestones (0/0)'],
      [`${pages.project}?tab=deliverables`]: ['Homepage', 'Request Changes'],
      [`${pages.project}?tab=comments`]: ['Have a look'],
      [pages.invoice]: ['Invoice #', '$1,250.00', 'Approve'],
    }
    for (const [path, words] of Object.entries(shown)) {
      const { status, headers, html, text } = await pageAt(path)
      expect(status, path).toBe(200)
      for (const word of words) expect(text, path).toContain(word)
      expect(html, path).toMatch(/<html [^>]*data-session="none"/)
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
      expect(headers.get('content-encoding'), path).toBeNull()
      expect(headers.get('link'), path).toBeNull()
    }
  })

  test('says what works without script, where its tabs are links', async () => {
    const { pages } = await openPortal()
    const tabs = { [pages.home]: ['projects', 'invoices'], [pages.project]: ['deliverables', 'comments'] }
    for (const [path, names] of Object.entries(tabs)) {
      const { html } = await pageAt(path)
      const [notice = '', links = ''] = html.match(/<noscript>.*?<\/noscript>/gs) ?? []
      expect(notice, path).toContain('download PDFs')
      for (const name of names) expect(links, path).toContain(`href="?tab=${name}"`)
    }
  })

  test('has nothing that the Content-Security-Policy refuses', async () => {
    const { pages } = await openPortal()
    const tabs = ['deliverables', 'comments'].map((tab) => `${pages.project}?tab=${tab}`)
    for (const path of [...Object.values(pages), ...tabs]) {
      const { html } = await pageAt(path)
      expect(html, path).not.toMatch(/ style=| on[a-z]+="|<style/)
      expect(html, path).not.toMatch(/<script(?![^>]* src=| type="application\/json")/)
    }
  })

  test('contains what its calls return, marked as stale, so that the browser makes them again', async () => {
    const { visitor, pages, ids } = await openPortal()
    const { state } = await pageAt(pages.invoice)
    const found = Object.fromEntries(
      state.queries.queries.map(({ queryKey, state }) => [queryKey.slice(2).join(), state]),
    )
    expect(Object.keys(found).sort()).toEqual([`invoices,${ids.invoiceId}`, 'overview'])
    const overview = await visitor.call(portalApi.overview)
    expect(found.overview).toMatchObject({
      isInvalidated: true,
      data: { client: overview.client, access: { expires_at: new Date(overview.access.expires_at) } },
    })
    expect(found[`invoices,${ids.invoiceId}`]).toMatchObject({
      isInvalidated: true,
      data: { id: ids.invoiceId, total: 125_000 },
    })
  })

  test('is rendered without counting as a visit: nothing changes', async () => {
    const { pages, rows, ids } = await openPortal()
    await app.database.pool.query('update portal_access set last_seen_at = null where id = $1', [
      ids.accessId,
    ])
    const before = await rows()
    for (const path of Object.values(pages)) expect((await pageAt(path)).text).toContain('Website')
    expect(await rows()).toEqual(before)
  })

  test('has the data and the locale of its own visitor, however many are rendered at once', async () => {
    const north = await openPortal({ client: 'Studio North', project: 'Lighthouse', rate: 1234.5 })
    const south = await openPortal({
      client: 'Südstudio',
      project: 'Leuchtturm',
      rate: 9876.5,
      locale: 'de-DE',
    })
    const expected = [
      { portal: north, own: ['Studio North', 'Lighthouse', '1,234.50'], foreign: ['Südstudio', '9.876,50'] },
      { portal: south, own: ['Südstudio', 'Leuchtturm', '9.876,50'], foreign: ['Studio North', '1,234.50'] },
    ]
    const requests = Array.from({ length: 24 }, (_, index) => {
      const { portal, own, foreign } = expected[index % 2] as (typeof expected)[number]
      const { home, invoice } = portal.pages
      return { path: index % 3 === 0 ? invoice : `${home}?tab=invoices`, portal, own, foreign }
    })
    const answers = await Promise.all(
      requests.map(async (request) => ({ ...request, ...(await pageAt(request.path)) })),
    )
    for (const { html, path, own, foreign, portal } of answers) {
      for (const text of [own[0] ?? '', own[2] ?? '', portal.token]) expect(html, path).toContain(text)
      for (const text of foreign) expect(html, path).not.toContain(text)
      for (const other of [north, south]) if (other !== portal) expect(html).not.toContain(other.token)
    }
  })

  test('is not left by any text in it', async () => {
    const hostile =
      '</script><script>alert(1)</script><!-- \u2028 <div id="root">$& $instant {"$instant":"x"}'
    const { pages } = await openPortal({ client: hostile, project: hostile, comment: hostile })
    const harmless = await openPortal()
    const scripts = (html: string) => html.match(/<script|<!--\s|<div id="root">/g)?.length
    for (const name of ['home', 'project', 'invoice'] as const) {
      const { html, state } = await pageAt(pages[name])
      expect(scripts(html)).toBe(scripts((await pageAt(harmless.pages[name])).html))
      expect(
        state.queries.queries.find(({ queryKey }) => queryKey.at(-1) === 'overview')?.state.data,
      ).toMatchObject({
        client: { name: hostile },
      })
    }
    expect((await pageAt(`${pages.project}?tab=comments`)).text).toContain('alert(1)')
  })
})

describe('a page that cannot be rendered', () => {
  const expectShell = async (path: string, visitor?: Pick<Person, 'fetch'>) => {
    const { status, headers, html, text } = await pageAt(path, visitor)
    expect(status, path).toBe(200)
    expect(text, path).toContain(LOADING)
    expect(text, path).toContain('needs JavaScript')
    expect(html, path).not.toContain('application/json')
    expect(headers.get('link'), path).toContain('rel=preload')
  }

  test('loads in the browser: of a link that does not open, somebody else’s record, one that is gone', async () => {
    const { ada, pages, ids, token } = await openPortal()
    const other = await openPortal()
    const { home } = pages
    await expectShell(`${home}/invoices/${other.ids.invoiceId}`)
    await expectShell(`${home}/projects/${other.ids.projectId}`)
    await expectShell(`${home}/projects/x`)
    await ada.call(projectsApi.remove, { params: { id: ids.projectId } })
    await expectShell(pages.project)
    await expectShell(`/client-portal/${token}A`)
    await expectShell(`/client-portal/${'A'.repeat(400)}`)
    await app.database.pool.query('update portal_access set expires_at = $1 where id = $2', [
      new Date(Date.now() - 1),
      ids.accessId,
    ])
    for (const path of Object.values(pages)) await expectShell(path)
    await other.ada.call(portalAccessApi.revoke, {
      params: { id: other.ids.clientId, accessId: other.ids.accessId },
    })
    await expectShell(other.pages.home)
  })

  test('loads in the browser for a freelancer, whose look is a preview', async () => {
    const { ada, ids, pages } = await openPortal()
    await expectShell(pages.home, ada)
    await expectShell(`/client-portal/preview.${ids.clientId}`, ada)
    await expectShell(`/client-portal/preview.${ids.clientId}`)
  })

  test('loads in the browser while the database refuses', async () => {
    const { pages } = await openPortal()
    const { pool } = app.database
    await pool.query('alter table contacts rename to contacts_elsewhere')
    try {
      for (const path of Object.values(pages)) await expectShell(path)
    } finally {
      await pool.query('alter table contacts_elsewhere rename to contacts')
    }
    expect((await pageAt(pages.home)).text).toContain('Welcome')
  })

  test('loads in the browser while the database takes too long', async () => {
    const { pages } = await openPortal()
    const connection = await app.database.pool.connect()
    try {
      await connection.query('begin')
      await connection.query('lock table contacts in access exclusive mode')
      await expectShell(pages.home)
    } finally {
      await connection.query('rollback')
      connection.release()
    }
    expect((await pageAt(pages.home)).text).toContain('Welcome')
  })
})

test('a page of a wrong link counts as one guess', async () => {
  const limited = await startTestApp({ UNKNOWN_TOKEN_LIMIT: '3' }, { pages: 'built' })
  const guess = new PortalVisitor(limited.url, `1.${'A'.repeat(43)}`)
  const page = () => guess.fetch(`/client-portal/${guess.token}`, HTML)
  for (const response of [await page(), await page()]) expect(response.status).toBe(200)
  expect((await guess.try(portalApi.overview)).status).toBe(404)
  expect((await guess.try(portalApi.overview)).status).toBe(429)
  expect((await page()).status).toBe(200)
  await limited.stop()
})
