import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { setClock } from '#tests/app.ts'
import { linksIn, mailsTo } from '#tests/mails.ts'
import { activityOf, addSentInvoice, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { portalApi } from './contract/portal.ts'

/** An invoice for $100.00. */
async function withInvoice() {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const invoiceId = await addSentInvoice(studio)
  const ofInvoice = { params: { id: invoiceId } }
  const inPortal = { params: { invoiceId } }
  const shown = async () => (await studio.ada.call(invoicesApi.get, ofInvoice)).paid_notice
  const inClientsPortal = async () => (await studio.client.call(portalApi.invoice, inPortal)).paid_notice
  const say = (body: { paid_on?: string; note?: string } = {}) =>
    studio.client.try(portalApi.givePaidNotice, { ...inPortal, body })
  return { ...studio, invoiceId, ofInvoice, inPortal, shown, inClientsPortal, say }
}

const NOTICE = { paid_on: '2026-11-14', note: 'From our account at North Bank' }
const pay = (amount: number) => ({ amount, paid_on: '2026-11-16' })

describe('a client who says that an invoice is paid', () => {
  test('is no payment: the freelancer is told, sees it on the invoice and in a mail', async () => {
    const { ada, say, shown, inClientsPortal, ofInvoice } = await withInvoice()
    const said = await say(NOTICE)
    expect(said.status).toBe(200)
    const notice = { ...NOTICE, created_at: '2026-11-16T12:00:00.000Z' }
    expect(said.body).toMatchObject({ paid_notice: notice, status: 'sent', balance: 100, payments: [] })
    expect(await shown()).toEqual(notice)
    expect(await inClientsPortal()).toEqual(notice)
    expect(await ada.call(invoicesApi.get, ofInvoice)).toMatchObject({ status: 'sent', amount_paid: 0 })
    expect(await activityOf(ada)).toContain('Client says invoice is paid: INV-0001 for Studio North')
    const [mail, ...rest] = await mailsTo(ada.email)
    expect(rest).toEqual([])
    expect(mail?.subject).toBe('Studio North says that invoice INV-0001 is paid')
    expect(mail?.text).toContain('$100.00 for invoice INV-0001 was paid on November 14, 2026.')
    expect(mail?.text).toContain(NOTICE.note)
    expect(mail && linksIn(mail)).toEqual([`${ada.url}/invoices?view=${ofInvoice.params.id}`])
  })

  test('says so once until it is answered, also in two tabs at the same time', async () => {
    const { ada, say, ofInvoice, shown } = await withInvoice()
    const answers = await Promise.all([say(), say({ note: 'Again' }), say()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await shown()).toMatchObject({ paid_on: '2026-11-16' })
    expect(await say()).toMatchObject(CONFLICT)
    expect(await mailsTo(ada.email)).toHaveLength(1)
    expect(await ada.call(invoicesApi.dismissPaidNotice, ofInvoice)).toMatchObject({ paid_notice: null })
    expect(await ada.call(invoicesApi.dismissPaidNotice, ofInvoice)).toMatchObject({ paid_notice: null })
    expect((await say({ note: 'Really' })).status).toBe(200)
    expect(await shown()).toMatchObject({ note: 'Really' })
  })

  test('is answered by a payment, and again unanswered without it', async () => {
    const { ada, say, ofInvoice, shown } = await withInvoice()
    await say(NOTICE)
    await setClock('2026-11-17T12:00:00Z')
    await ada.call(invoicesApi.recordPayment, { ...ofInvoice, body: pay(40) })
    expect(await shown()).toBeNull()
    const { payments } = await ada.call(invoicesApi.payments, ofInvoice)
    await ada.call(invoicesApi.removePayment, {
      params: { ...ofInvoice.params, paymentId: payments[0]?.id ?? 0 },
    })
    expect(await shown()).toMatchObject(NOTICE)
    await ada.call(invoicesApi.recordPayment, { ...ofInvoice, body: pay(40) })
    expect((await say({ note: 'The rest' })).status).toBe(200)
    expect(await shown()).toMatchObject({ note: 'The rest' })
    await ada.call(invoicesApi.update, { ...ofInvoice, body: { status: 'paid' } })
    expect(await shown()).toBeNull()
  })

  test('is heard where late invoices are listed', async () => {
    const { ada, say, ofInvoice } = await withInvoice()
    await ada.call(invoicesApi.update, { ...ofInvoice, body: { due_date: '2026-11-10' } })
    expect(await ada.call(invoicesApi.late)).toMatchObject([{ said_paid_on: null }])
    await say(NOTICE)
    expect(await ada.call(invoicesApi.late)).toMatchObject([{ said_paid_on: NOTICE.paid_on }])
  })

  test.each(['paid', 'cancelled'] as const)('is refused once the invoice is %s', async (status) => {
    const { ada, say, ofInvoice } = await withInvoice()
    await ada.call(invoicesApi.update, { ...ofInvoice, body: { status } })
    expect(await say()).toMatchObject({
      status: 409,
      body: { error: `This invoice is ${status}, so there is nothing left to pay.` },
    })
  })

  test('is told if the invoice is being revised', async () => {
    const { ada, say, ofInvoice, shown } = await withInvoice()
    await say(NOTICE)
    await ada.call(invoicesApi.update, { ...ofInvoice, body: { status: 'draft' } })
    expect(await say()).toMatchObject({ status: 409, body: { code: 'invoice_being_revised' } })
    expect(await shown()).toBeNull()
  })

  test('gives a day that is over, or has begun where they are', async () => {
    const { say } = await withInvoice()
    expect(await say({ paid_on: '2026-11-18' })).toMatchObject(invalidField('paid_on'))
    expect(await say({ note: 'x'.repeat(1001) })).toMatchObject(invalidField('note'))
    expect((await say({ paid_on: '2026-11-17' })).status).toBe(200)
  })

  test('speaks of their own invoices only', async () => {
    const { invoiceId, ofInvoice, shown } = await withInvoice()
    const eve = await openStudio('Eve')
    const body = {}
    expect(await eve.client.try(portalApi.givePaidNotice, { params: { invoiceId }, body })).toMatchObject(
      NOT_FOUND,
    )
    expect(await eve.ada.try(invoicesApi.dismissPaidNotice, ofInvoice)).toMatchObject(NOT_FOUND)
    expect(await shown()).toBeNull()
  })
})
