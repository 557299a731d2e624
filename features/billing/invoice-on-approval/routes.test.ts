import { describe, expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type InvoiceOnApproval, projectsApi } from '#features/engagement/projects/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock } from '#tests/app.ts'
import { mailsTo } from '#tests/mails.ts'
import { activityOf, addDeliverable, openStudio, type Studio, submit } from '#tests/portal.ts'
import { invoiceOnApprovalApi } from './contract.ts'

/** A studio whose project invoices approvals, with a deliverable that waits for one. */
async function openWaiting(
  invoice_on_approval: InvoiceOnApproval,
  { fee = 1200, currency = 'USD', email = `${crypto.randomUUID()}@example.com` } = {},
) {
  const studio = await openStudio()
  const { ada, clientId, projectId } = studio
  await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio North', email } })
  await ada.call(projectsApi.update, {
    params: { id: projectId },
    body: { name: 'Website', client_id: clientId, invoice_on_approval, currency },
  })
  const deliverableId = await addDeliverable(studio, { title: 'Checkout flow', fee })
  await submit(studio, deliverableId)
  return { ...studio, deliverableId, email }
}

const approve = ({ client, deliverableId }: Studio & { deliverableId: number }) =>
  client.call(portalApi.approveDeliverable, { params: { deliverableId } })

const invoicesOf = ({ ada }: Studio) => ada.call(invoicesApi.list)
const problemsOf = ({ ada }: Studio) => ada.call(invoiceOnApprovalApi.problems)
const unbilledOf = async ({ ada }: Studio) => (await ada.call(billableWorkApi.unbilled)).projects

describe('an approval of a fee', () => {
  test('makes nothing unless the project says so', async () => {
    const studio = await openWaiting('off')
    expect(await approve(studio)).toMatchObject({ status: 'approved', fee: 1200, invoice: null })
    expect(await invoicesOf(studio)).toEqual([])
    expect(await unbilledOf(studio)).toMatchObject([{ fees: [{ kind: 'deliverable', amount: 1200 }] }])
    expect(await problemsOf(studio)).toEqual([])
  })

  test('makes a draft, which the client does not see', async () => {
    const studio = await openWaiting('draft')
    expect(await approve(studio)).toMatchObject({ status: 'approved', invoice: null })
    const [draft] = await invoicesOf(studio)
    expect(draft).toMatchObject({ status: 'draft', total: 1200, project_id: studio.projectId })
    const { items } = await studio.ada.call(invoicesApi.get, { params: { id: draft?.id ?? 0 } })
    expect(items).toMatchObject([
      {
        description: expect.stringMatching(/^Checkout flow, version 1, approved by Studio North on /),
        work: { kind: 'deliverable', count: 1 },
      },
    ])
    expect(await unbilledOf(studio)).toEqual([])
    expect(await activityOf(studio.ada)).toContainEqual(expect.stringContaining('Invoice created'))
    const [told] = await mailsTo(studio.ada.email)
    expect(told).toMatchObject({ subject: 'Studio North approved Checkout flow' })
    expect(told?.text).toContain('Invoice INV-0001 for $1,200.00 is ready as a draft.')
  })

  test('makes and sends the invoice, which the client can open at once', async () => {
    const studio = await openWaiting('sent')
    const { invoice } = await approve(studio)
    expect(invoice).toMatchObject({
      invoice_number: 'INV-0001',
      status: 'sent',
      currency: 'USD',
      total: 1200,
      balance: 1200,
      can_pay_online: false,
    })
    const seen = await studio.client.call(portalApi.invoice, { params: { invoiceId: invoice?.id ?? 0 } })
    expect(seen).toMatchObject({ status: 'sent', balance: 1200 })
    const { deliverables } = await studio.client.call(portalApi.project, {
      params: { projectId: studio.projectId },
    })
    expect(deliverables).toMatchObject([{ fee: 1200, invoice }])
    const subjects = (await mailsTo(studio.email)).map(({ subject }) => subject)
    expect(subjects).toContain('You approved Checkout flow')
    expect(subjects.filter((subject) => subject?.includes('INV-0001'))).toHaveLength(1)
    expect(await problemsOf(studio)).toEqual([])
  })

  test('does not bill a second version again', async () => {
    const studio = await openWaiting('sent')
    await approve(studio)
    const params = { id: studio.projectId, deliverableId: studio.deliverableId }
    await studio.ada.call(deliverablesApi.update, { params, body: { title: 'Checkout flow, with tax' } })
    await submit(studio, studio.deliverableId)
    expect(await approve(studio)).toMatchObject({ version: 2, invoice: { invoice_number: 'INV-0001' } })
    expect(await invoicesOf(studio)).toHaveLength(1)
  })

  test('of nothing makes no invoice', async () => {
    const studio = await openWaiting('sent', { fee: 0 })
    await approve(studio)
    expect(await invoicesOf(studio)).toEqual([])
    expect(await problemsOf(studio)).toEqual([])
  })
})

describe('what keeps the invoice back never keeps back the approval', () => {
  test('the limit of the plan: the fee stays unbilled, until it is billed by hand', async () => {
    const studio = await openWaiting('sent')
    await setClock(new Date(Date.now() + 15 * 86_400_000).toISOString())
    const { ada, clientId, projectId, deliverableId } = studio
    for (let count = 0; count < 5; count++)
      await ada.call(invoicesApi.create, { body: { client_id: clientId, issue_date: '2026-11-20' } })
    expect(await approve(studio)).toMatchObject({ status: 'approved', invoice: null })
    const reason = expect.stringContaining('Invoice limit reached. Your Free plan allows 5 invoices a month.')
    const [problem] = await problemsOf(studio)
    expect(problem).toMatchObject({
      kind: 'not_made',
      title: 'Checkout flow',
      fee: 1200,
      reason,
      invoice: null,
    })
    expect(await unbilledOf(studio)).toMatchObject([{ fees: [{ id: deliverableId }] }])
    const [told] = await mailsTo(ada.email)
    expect(told?.text).toContain('Daybook could not make the invoice, so the fee is unbilled.')
    expect(told?.text).toContain('Your Free plan allows 5 invoices a month.')

    const [first] = await invoicesOf(studio)
    await ada.call(invoicesApi.remove, { params: { id: first?.id ?? 0 } })
    const body = { client_id: clientId, issue_date: '2026-12-31', bill: { deliverable_ids: [deliverableId] } }
    await ada.call(invoicesApi.create, { body })
    expect(await ada.call(invoiceOnApprovalApi.problems, { query: { project_id: projectId } })).toEqual([])
  })

  test('an unknown exchange rate: the invoice stays a draft', async () => {
    const studio = await openWaiting('sent', { currency: 'EUR' })
    expect(await approve(studio)).toMatchObject({ status: 'approved', invoice: null })
    const [draft] = await invoicesOf(studio)
    expect(draft).toMatchObject({ status: 'draft', currency: 'EUR', total: 1200 })
    expect(await problemsOf(studio)).toMatchObject([
      {
        kind: 'not_sent',
        invoice: { id: draft?.id, invoice_number: 'INV-0001' },
        reason: expect.stringContaining('exchange rate'),
      },
    ])
    await studio.ada.call(sendingApi.send, {
      params: { id: draft?.id ?? 0 },
      body: { exchange_rate: 1.1 },
    })
    expect(await problemsOf(studio)).toEqual([])
  })

  test('a missing address: the client has the invoice in the portal', async () => {
    const studio = await openWaiting('sent', { email: '' })
    expect(await approve(studio)).toMatchObject({ invoice: { status: 'sent' } })
    expect(await problemsOf(studio)).toMatchObject([
      { kind: 'not_mailed', reason: expect.stringContaining('Studio North has no email address.') },
    ])
    const [told] = await mailsTo(studio.ada.email)
    expect(told?.text).toContain('Invoice INV-0001 for $1,200.00 was sent to the portal, but not by email.')
  })

  test('the limit of mails', async () => {
    const studio = await openWaiting('sent')
    const { ada, clientId } = studio
    const body = {
      client_id: clientId,
      issue_date: '2026-11-01',
      items: [{ description: 'Design', quantity: 1, rate: 50 }],
    }
    const { id } = await ada.call(invoicesApi.create, { body })
    let sent = 200
    while (sent === 200)
      sent = (await ada.try(sendingApi.send, { params: { id }, body: { kind: undefined } })).status
    expect(sent).toBe(429)
    expect(await approve(studio)).toMatchObject({ invoice: { status: 'sent', total: 1200 } })
    expect(await problemsOf(studio)).toMatchObject([
      { kind: 'not_mailed', reason: expect.stringContaining('10 emails an hour') },
    ])
  })
})

describe('the fee that a client approved', () => {
  test('is the one that they saw', async () => {
    const studio = await openWaiting('sent')
    const { ada, client, projectId, deliverableId } = studio
    const params = { id: projectId, deliverableId }
    await ada.call(deliverablesApi.update, { params, body: { title: 'Checkout flow', fee: 1500 } })
    const decide = (fee: number | null) =>
      client.try(portalApi.approveDeliverable, { params: { deliverableId }, body: { version: 1, fee } })
    expect(await decide(1200)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await decide(null)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await decide(1500)).toMatchObject({ status: 200, body: { invoice: { total: 1500 } } })
  })

  test('stays until there is a new version', async () => {
    const studio = await openWaiting('off')
    const { ada, projectId, deliverableId } = studio
    await approve(studio)
    const change = (body: { title: string; fee: number }) =>
      ada.try(deliverablesApi.update, { params: { id: projectId, deliverableId }, body })
    expect(await change({ title: 'Checkout flow', fee: 1500 })).toMatchObject({
      status: 409,
      body: { error: 'Your client has approved this fee. Submit a new version first to change it.' },
    })
    expect(await change({ title: 'Checkout flow, with tax', fee: 1200 })).toMatchObject({ status: 200 })
    await submit(studio, deliverableId)
    expect(await change({ title: 'Checkout flow, with tax', fee: 1500 })).toMatchObject({ status: 200 })
  })

  test('can be entered after an approval without one', async () => {
    const studio = await openStudio()
    const deliverableId = await addDeliverable(studio)
    await submit(studio, deliverableId)
    await approve({ ...studio, deliverableId })
    for (const fee of [300, 400]) {
      await studio.ada.call(deliverablesApi.update, {
        params: { id: studio.projectId, deliverableId },
        body: { title: 'Homepage', fee },
      })
    }
    expect(await unbilledOf(studio)).toMatchObject([{ fees: [{ amount: 400 }] }])
  })
})

test('the receipt of an approval says what was approved', async () => {
  const studio = await openWaiting('off')
  await approve(studio)
  const receipt = (await mailsTo(studio.email)).find(({ subject }) => subject?.startsWith('You approved'))
  expect(receipt?.text).toContain('You approved “Checkout flow” (version 1) for Website on ')
  expect(receipt?.text).toContain('Fee: $1,200.00')
})
