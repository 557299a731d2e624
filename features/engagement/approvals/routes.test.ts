import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { mailsTo } from '#tests/mails.ts'
import { textOfPdf } from '#tests/pdf.ts'
import { Visitor } from '#tests/people.ts'
import {
  addDeliverable,
  addPortalLink,
  addSentInvoice,
  openFurnishedStudio,
  openStudio,
  type Studio,
  submit,
} from '#tests/portal.ts'
import { certificatesApi } from './contract/certificates.ts'

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Someone who has nothing but a code. */
const anyone = async () => new Visitor((await sharedApp()).url)
const certificateOf = async (code: string) => (await anyone()).call(certificatesApi.get, { params: { code } })
const tryCertificate = async (code: string) => (await anyone()).try(certificatesApi.get, { params: { code } })

async function download(visitor: Visitor, path: string): Promise<{ status: number; content: Buffer }> {
  const response = await visitor.fetch(path)
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
}

const FILE = Buffer.from('%PDF-1.7 the homepage as it was approved')

/** Submits a file, which the client decides on. */
async function decideOnFile(studio: Studio, decision: 'approveDeliverable' | 'rejectDeliverable') {
  const deliverableId = await addDeliverable(studio, { description: 'All pages' })
  const params = { id: studio.projectId, deliverableId }
  await studio.ada.fetch(
    `/api/projects/${params.id}/deliverables/${deliverableId}/file?name=${encodeURIComponent('home page.pdf')}`,
    { method: 'POST', body: FILE },
  )
  await submit(studio, deliverableId)
  const decided = await studio.client.call(portalApi[decision], {
    params: { deliverableId },
    body: { feedback: 'As discussed' },
  })
  return { deliverableId, code: firstOf(decided.versions).decision?.certificate ?? '' }
}

async function approveInvoice(studio: Studio, invoiceId: number) {
  const decided = await studio.client.call(portalApi.decideInvoice, {
    params: { invoiceId },
    body: { status: 'approved', client_notes: 'Thank you' },
  })
  return firstOf(decided.decisions)
}

describe('the certificate of a deliverable', () => {
  test('says what was decided, on which file, by whom and when', async () => {
    await setClock('2026-11-12T20:41:07Z')
    const studio = await openStudio('Ada', 'America/New_York')
    await studio.ada.call(businessApi.update, { body: { name: 'Lovelace Design' } })
    const { code, deliverableId } = await decideOnFile(studio, 'approveDeliverable')
    const { id: accountId } = await studio.ada.call(accountApi.me)
    expect(code).toMatch(new RegExp(`^${accountId}\\.[\\w-]{43}$`))
    expect(await certificateOf(code)).toEqual({
      code,
      decision: 'approved',
      feedback: 'As discussed',
      requested_lines: [],
      decided_at: '2026-11-12T20:41:07.000Z',
      client_name: 'Studio North',
      on_behalf_of: null,
      business_name: 'Lovelace Design',
      link: { id: studio.accessId, created_at: '2026-11-12T20:41:07.000Z' },
      deliverable: {
        title: 'Homepage',
        version: 1,
        description: 'All pages',
        link_url: null,
        project_name: 'Website',
      },
      invoice: null,
      file: { name: 'home page.pdf', size: FILE.length, type: expect.any(String), sha256: sha256(FILE) },
      is_file_pending: false,
      locale: 'en-US',
      time_zone: 'America/New_York',
    })
    const [deliverable] = await studio.ada.call(deliverablesApi.list, { params: { id: studio.projectId } })
    expect(deliverable).toMatchObject({
      id: deliverableId,
      versions: [{ decision: { certificate: code, file: { sha256: sha256(FILE) } } }],
    })
  })

  test('does not show from which IP address it was decided; the two parties see it beside the decision', async () => {
    const studio = await openFurnishedStudio()
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const { certificate } = await approveInvoice(studio, studio.ids.invoiceId)
    await runJobs()
    for (const shown of [code, certificate]) {
      const visitor = await anyone()
      expect(await (await visitor.fetch(`/api/certificates/${shown}`)).text()).not.toContain('127.0.0.1')
      const { content } = await download(visitor, `/api/certificates/${shown}/pdf`)
      expect(textOfPdf(content)).not.toContain('127.0.0.1')
    }
    const address = '127.0.0.1'
    const { ada, client, projectId, ids } = studio
    const deliverables = [
      ...(await ada.call(deliverablesApi.list, { params: { id: projectId } })),
      ...(await client.call(portalApi.project, { params: { projectId } })).deliverables,
    ]
    const decisions = deliverables.flatMap(({ versions }) =>
      versions.flatMap(({ decision }) => decision ?? []),
    )
    expect(decisions).toMatchObject([{ address }, { address }])
    const invoices = [
      await ada.call(invoicesApi.get, { params: { id: ids.invoiceId } }),
      await client.call(portalApi.invoice, { params: { invoiceId: ids.invoiceId } }),
    ]
    for (const invoice of invoices) expect(invoice.decisions).toMatchObject([{ address }])
  })

  test('is what the decision was, whatever changes afterwards', async () => {
    const studio = await openStudio()
    const { code, deliverableId } = await decideOnFile(studio, 'rejectDeliverable')
    const before = await certificateOf(code)
    expect(before).toMatchObject({ decision: 'rejected', feedback: 'As discussed' })
    const params = { id: studio.projectId, deliverableId }
    await studio.ada.call(deliverablesApi.update, { params, body: { title: 'Front page' } })
    await submit(studio, deliverableId)
    await studio.ada.call(businessApi.update, { body: { name: 'Another name' } })
    await studio.ada.call(clientsApi.remove, { params: { id: studio.clientId } })
    await studio.ada.call(clientPageApi.erase, { params: { id: studio.clientId } })
    expect(await certificateOf(code)).toEqual(before)
  })

  test('of a link or a text says that there is no file', async () => {
    const studio = await openStudio()
    for (const link_url of ['https://example.com/homepage', undefined]) {
      const deliverableId = await addDeliverable(studio, { link_url })
      await submit(studio, deliverableId)
      const { versions } = await studio.client.call(portalApi.approveDeliverable, {
        params: { deliverableId },
      })
      const code = firstOf(versions).decision?.certificate ?? ''
      expect(await certificateOf(code)).toMatchObject({
        deliverable: { link_url: link_url ?? null },
        file: null,
      })
      expect((await download(studio.ada, `/api/certificates/${code}/file`)).status).toBe(404)
    }
  })

  test('is linked in the mail about the decision', async () => {
    const studio = await openStudio()
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const { url } = await sharedApp()
    const [mail] = await mailsTo(studio.ada.email)
    expect(mail?.text).toContain(`Certificate:\n${url}/verify/${code}`)
    expect(mail?.html).toContain(`href="${url}/verify/${code}"`)
  })
})

describe('the certificate of an invoice', () => {
  test('names the PDF that was decided on, which both sides can download again', async () => {
    const studio = await openFurnishedStudio()
    const { invoiceId } = studio.ids
    const { used_bytes } = await studio.ada.call(storageApi.usage)
    const { certificate: code } = await approveInvoice(studio, invoiceId)
    await runJobs()
    const certificate = await certificateOf(code)
    expect(certificate).toMatchObject({
      decision: 'approved',
      feedback: 'Thank you',
      invoice: { invoice_number: 'INV-0001', total: 100, currency: 'USD' },
      deliverable: null,
      file: { name: 'INV-0001.pdf', type: 'application/pdf' },
      is_file_pending: false,
    })
    const forFreelancer = await download(studio.ada, `/api/certificates/${code}/file`)
    const forClient = await download(
      studio.client,
      `/api/client-portal/${studio.token}/certificates/${code}/file`,
    )
    expect(forFreelancer.content).toEqual(forClient.content)
    expect(sha256(forClient.content)).toBe(certificate.file?.sha256)
    expect(textOfPdf(forClient.content)).toContain('INV-0001')
    expect(textOfPdf(forClient.content)).not.toContain('Approved by')
    expect((await studio.ada.call(storageApi.usage)).used_bytes).toBe(used_bytes + forClient.content.length)
  })

  test('waits for the PDF, which is of the invoice as it was decided on', async () => {
    const studio = await openStudio()
    const invoiceId = await addSentInvoice(studio)
    const { certificate: code, ...decision } = await approveInvoice(studio, invoiceId)
    expect(decision).toMatchObject({ file: null, is_file_pending: true })
    expect(await certificateOf(code)).toMatchObject({ file: null, is_file_pending: true })
    const [pdf, file] = [`/api/certificates/${code}/pdf`, `/api/certificates/${code}/file`]
    for (const path of [pdf, file]) expect((await download(studio.ada, path)).status).toBe(503)
    await studio.ada.call(invoicesApi.addItem, {
      params: { id: invoiceId },
      body: { description: 'Hosting', quantity: 1, rate: 20 },
    })
    await runJobs()
    const { content } = await download(studio.ada, file)
    expect(textOfPdf(content)).toContain('$100.00')
    expect(textOfPdf(content)).not.toContain('Hosting')
    const { content: certificate } = await download(await anyone(), pdf)
    expect(textOfPdf(certificate).replace(/\s/g, '')).toContain(sha256(content))
  })

  test('gets its PDF even if the job that renders it was lost', async () => {
    const studio = await openFurnishedStudio()
    const { certificate: code } = await approveInvoice(studio, studio.ids.invoiceId)
    const { database } = await sharedApp()
    await database.pool.query("delete from jobs.job where name = 'render-decided-invoice'")
    await runJobs()
    expect(await certificateOf(code)).toMatchObject({ is_file_pending: true })
    await runScheduledJobs()
    expect(await certificateOf(code)).toMatchObject({ file: { name: 'INV-0001.pdf' } })
  })

  test('is made for each of twelve decisions at once, while the freelancer prints reports', async () => {
    const studio = await openStudio()
    const invoiceIds: number[] = []
    for (let count = 0; count < 12; count++) invoiceIds.push(await addSentInvoice(studio))
    const reports = Array.from({ length: 8 }, () => studio.ada.fetch('/api/reports/export.pdf'))
    const decided = await Promise.all(invoiceIds.map((invoiceId) => approveInvoice(studio, invoiceId)))
    await Promise.all(reports)
    await runJobs()
    const certificates = await Promise.all(decided.map(({ certificate }) => certificateOf(certificate)))
    expect(new Set(certificates.map(({ file }) => file?.sha256)).size).toBe(12)
    expect(certificates.every(({ file }) => file !== null)).toBe(true)
  })

  test('is made for every decision, with the invoice as it was at each', async () => {
    const studio = await openStudio()
    const invoiceId = await addSentInvoice(studio)
    const params = { invoiceId }
    await studio.client.call(portalApi.decideInvoice, {
      params,
      body: { status: 'rejected', client_notes: 'Half of it' },
    })
    const id = { id: invoiceId }
    await studio.ada.call(invoicesApi.addItem, {
      params: id,
      body: { description: 'Hosting', quantity: 1, rate: 20 },
    })
    await studio.ada.call(sendingApi.send, { params: id, body: { mail: false } })
    await approveInvoice(studio, invoiceId)
    await runJobs()
    const { decisions } = await studio.ada.call(invoicesApi.get, { params: id })
    const certificates = await Promise.all(decisions.map(({ certificate }) => certificateOf(certificate)))
    expect(certificates).toMatchObject([
      { decision: 'approved', invoice: { total: 120 } },
      { decision: 'rejected', invoice: { total: 100 }, feedback: 'Half of it' },
    ])
    const [first, last] = certificates.map(({ file }) => file?.sha256)
    expect(first).not.toBe(last)
  })

  test('has the notes on single lines, on the page and as PDF', async () => {
    const studio = await openStudio()
    const hosting = { description: 'Hosting', quantity: 1, rate: 20 }
    const invoiceId = await addSentInvoice(studio, {
      items: [{ ...hosting, description: 'Design' }, hosting],
    })
    const { items } = await studio.ada.call(invoicesApi.get, { params: { id: invoiceId } })
    const { decisions } = await studio.client.call(portalApi.decideInvoice, {
      params: { invoiceId },
      body: { status: 'rejected', lines: [{ item_id: items[1]?.id ?? 0, note: 'We host it ourselves' }] },
    })
    await runJobs()
    const { certificate: code } = firstOf(decisions)
    expect(await certificateOf(code)).toMatchObject({
      decision: 'rejected',
      requested_lines: [{ description: 'Hosting', note: 'We host it ourselves' }],
    })
    const { content } = await download(await anyone(), `/api/certificates/${code}/pdf`)
    expect(textOfPdf(content)).toContain('We host it ourselves')
  })

  test('is made once, although the invoice is approved twice at once', async () => {
    const studio = await openFurnishedStudio()
    const approve = () =>
      studio.client.try(portalApi.decideInvoice, {
        params: { invoiceId: studio.ids.invoiceId },
        body: { status: 'approved' },
      })
    const answers = await Promise.all([approve(), approve(), approve()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { decisions } = await studio.ada.call(invoicesApi.get, { params: { id: studio.ids.invoiceId } })
    expect(decisions).toHaveLength(1)
  })
})

describe('the certificate as PDF', () => {
  test('says the same, and where to check it', async () => {
    await setClock('2026-11-12T20:41:07Z')
    const studio = await openStudio('Ada', 'America/New_York')
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const { status, content } = await download(await anyone(), `/api/certificates/${code}/pdf`)
    expect(status).toBe(200)
    const text = textOfPdf(content).replace(/\s/g, '')
    const { url } = await sharedApp()
    for (const words of [
      'Certificate of approval',
      'Studio North approved version 1 of “Homepage”.',
      'November 12, 2026 at 3:41:07 PM EST',
      'home page.pdf',
      sha256(FILE),
      `${url}/verify/${code}`,
    ])
      expect(text).toContain(words.replace(/\s/g, ''))
  })
})

describe('a code', () => {
  test('that is wrong, foreign or incomplete is not found', async () => {
    const studio = await openStudio()
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const [account = '', token = ''] = code.split('.')
    const eve = await signIn('Eve')
    const { id: foreign } = await eve.call(accountApi.me)
    const other = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`
    for (const wrong of [
      token,
      `${account}.`,
      `${account}.${token.slice(0, -1)}`,
      `${account}.${token}x`,
      `0${account}.${token}`,
      `${foreign}.${token}`,
      `${account}.${other}`,
      studio.token,
    ]) {
      expect(await tryCertificate(wrong)).toMatchObject({ status: 404, body: { code: 'invalid_link' } })
      expect((await download(await anyone(), `/api/certificates/${wrong}/pdf`)).status).toBe(404)
    }
  })

  test('does not open the file: only the freelancer and the client who decided get it', async () => {
    const studio = await openStudio()
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const eve = await signIn('Eve')
    const path = `/api/certificates/${code}/file`
    expect((await download(await anyone(), path)).status).toBe(401)
    expect((await download(eve, path)).status).toBe(404)
    expect((await download(studio.ada, path)).content).toEqual(FILE)
    const { id } = await studio.ada.call(clientsApi.create, { body: { name: 'Next Door' } })
    const { client: neighbour } = await addPortalLink(studio.ada, id)
    const portalPath = (token: string) => `/api/client-portal/${token}/certificates/${code}/file`
    expect((await download(neighbour, portalPath(neighbour.token))).status).toBe(404)
    expect((await download(studio.client, portalPath(studio.token))).content).toEqual(FILE)
  })

  test('is neither logged, cached nor indexed', async () => {
    const studio = await openStudio()
    const { code } = await decideOnFile(studio, 'approveDeliverable')
    const { headers } = await (await anyone()).fetch(`/api/certificates/${code}`)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})
