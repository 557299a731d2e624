import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { setClock, sharedApp, uniqueEmail } from '#tests/app.ts'
import { png } from '#tests/images.ts'
import { linksIn, mailsTo } from '#tests/mails.ts'
import { textOfPdf } from '#tests/pdf.ts'
import { openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField } from '#tests/refusals.ts'
import type { SendForm } from './contract/sending.ts'
import { sendingApi } from './contract/sending.ts'

/** A studio whose client has an address of their own, and an invoice for that client. */
async function openWithInvoice() {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const email = `north.${studio.clientId}@example.com`
  await studio.ada.call(businessApi.update, { body: { name: 'Ada & Co' } })
  await studio.ada.call(clientsApi.update, {
    params: { id: studio.clientId },
    body: { name: 'Studio North', email, approval_required: false },
  })
  const { id } = await studio.ada.call(invoicesApi.create, {
    body: {
      client_id: studio.clientId,
      issue_date: '2026-11-16',
      due_date: '2026-12-16',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
    },
  })
  return { ...studio, email, id }
}
type Sending = Awaited<ReturnType<typeof openWithInvoice>>

const send = ({ ada, id }: Sending, body: SendForm = {}) =>
  ada.call(sendingApi.send, { params: { id }, body })
const trySend = ({ ada, id }: Sending, body: SendForm) => ada.try(sendingApi.send, { params: { id }, body })
const addItem = ({ ada, id }: Sending) =>
  ada.call(invoicesApi.addItem, { params: { id }, body: { description: 'Hosting', quantity: 1, rate: 20 } })
const read = ({ ada, id }: Sending) => ada.call(invoicesApi.get, { params: { id } })
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

describe('an invoice that is sent', () => {
  test('says what the freelancer wrote, with the portal as the only link', async () => {
    const studio = await openWithInvoice()
    const { portal_url } = await send(studio, {
      subject: 'Rechnung für März 請求書 🎉',
      message: 'Dear Jonas,\nas agreed.\n\nPay at https://evil.example please.',
    })
    const [mail] = await mailsTo(studio.email)
    expect(mail).toMatchObject({ subject: 'Rechnung für März 請求書 🎉', from: { name: 'Ada & Co' } })
    expect(mail?.text).toContain('Dear Jonas,\nas agreed.\n\nPay at please.')
    expect(mail?.html).toContain('Dear Jonas,<br>as agreed.')
    expect(mail && linksIn(mail)).toEqual([portal_url])
  })

  test('goes to another address once, if that is wanted', async () => {
    const studio = await openWithInvoice()
    const to = uniqueEmail('Books')
    expect(await send(studio, { to })).toMatchObject({ mailed_to: to })
    expect(await subjectsTo(to)).toHaveLength(1)
    expect(await subjectsTo(studio.email)).toEqual([])
    expect((await trySend(studio, { to: 'nowhere' })).status).toBe(400)
    expect((await send(studio)).mailed_to).toBe(studio.email)
  })

  test('says what the profile says, filled in', async () => {
    const studio = await openWithInvoice()
    await studio.ada.call(businessApi.update, {
      body: { invoice_mail_subject: '{number} for {client}', invoice_mail_text: '{total} by {due date}' },
    })
    await send(studio)
    const [mail] = await mailsTo(studio.email)
    expect(mail?.subject).toBe('INV-0001 for Studio North')
    expect(mail?.text).toContain('$100.00 by December 16, 2026')
  })

  test.each([
    ['two lines', { subject: 'Hello\r\nBcc: eve@example.com' }, 'Hello Bcc:'],
    ['a link', { subject: 'Pay at https://evil.example now' }, 'Pay at now'],
  ])('has no %s in its subject', async (_, body, subject) => {
    const studio = await openWithInvoice()
    await send(studio, body)
    const [mail] = await mailsTo(studio.email)
    expect(mail).toMatchObject({ subject })
    expect(mail?.bcc).toBeUndefined()
  })

  test.each<[keyof SendForm, SendForm]>([
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'https://evil.example' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['message', { message: 'x'.repeat(10_001) }],
    ['cc', { cc: ['not an address'] }],
    ['cc', { cc: ['books@example.com\r\nBcc: eve@example.com'] }],
    ['cc', { cc: Array.from({ length: 11 }, (_, index) => `books${index}@example.com`) }],
  ])('is refused with a wrong %s, and nothing changes', async (field, body) => {
    const studio = await openWithInvoice()
    const refused = await trySend(studio, body)
    expect(refused).toMatchObject(invalidField(field))
    expect(await read(studio)).toMatchObject({ status: 'draft', sent_at: null })
    expect(await mailsTo(studio.email)).toEqual([])
  })

  test('goes to those who get copies, once to each mailbox', async () => {
    const studio = await openWithInvoice()
    const [books, boss] = [`books.${studio.clientId}@example.com`, `boss.${studio.clientId}@example.com`]
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North', email: studio.email, cc_emails: [books] },
    })
    await send(studio)
    expect(await mailsTo(studio.email)).toMatchObject([{ cc: [{ address: books }] }])
    await send(studio, { cc: [boss, boss.toUpperCase(), studio.email] })
    expect(await mailsTo(books)).toHaveLength(1)
    expect(await mailsTo(studio.email)).toHaveLength(2)
    await send(studio, { cc: [] })
    expect(await mailsTo(studio.email)).toHaveLength(3)
    expect(await mailsTo(books)).toHaveLength(1)
  })

  test('comes from the name that it was issued with', async () => {
    const studio = await openWithInvoice()
    await send(studio)
    await studio.ada.call(businessApi.update, { body: { name: 'Renamed GmbH' } })
    await send(studio)
    for (const mail of await mailsTo(studio.email)) expect(mail.from?.name).toBe('Ada & Co')
  })
})

describe('the head of a mail about an invoice', () => {
  const logoOf = async (address: string) => {
    const [mail] = await mailsTo(address)
    return { html: mail?.html ?? '', logo: mail?.attachments.find(({ contentId }) => contentId === '<logo>') }
  }

  test('has the logo within it, and the amount with its due date, whatever the freelancer wrote', async () => {
    const studio = await openWithInvoice()
    await studio.ada.fetch('/api/business/logo', {
      method: 'PUT',
      body: new Blob([new Uint8Array(png(40))]),
    })
    await send(studio, { message: 'As agreed.' })
    const { html, logo } = await logoOf(studio.email)
    expect(logo).toMatchObject({ filename: 'logo.png', mimeType: 'image/png', disposition: 'inline' })
    expect(html).toContain('src="cid:logo"')
    for (const part of ['$100.00', 'Due December 16, 2026']) {
      expect(html).toContain(part)
      expect((await mailsTo(studio.email))[0]?.text).toContain(part)
    }
  })

  test('does without a logo that was removed before the mail left', async () => {
    const studio = await openWithInvoice()
    await studio.ada.fetch('/api/business/logo', {
      method: 'PUT',
      body: new Blob([new Uint8Array(png(40))]),
    })
    await send(studio)
    const { database } = await sharedApp()
    const { id } = await studio.ada.call(accountApi.me)
    for (const table of ['businesses', 'invoices'])
      await database.pool.query(`update ${table} set logo_id = null where account_id = $1`, [id])
    await database.pool.query('delete from logos where account_id = $1', [id])
    const { html, logo } = await logoOf(studio.email)
    expect(logo).toBeUndefined()
    expect(html).not.toContain('cid:')
    expect(html).toContain('$100.00')
  })
})

describe('the invoice as PDF', () => {
  test('is attached, and says what was sent', async () => {
    const studio = await openWithInvoice()
    await send(studio)
    const [mail] = await mailsTo(studio.email)
    const [attached, ...others] = mail?.attachments ?? []
    expect(others).toEqual([])
    expect(attached).toMatchObject({ filename: 'INV-0001.pdf', mimeType: 'application/pdf' })
    const text = textOfPdf(new Uint8Array(attached?.content as ArrayBuffer))
    for (const part of ['INV-0001', 'Ada & Co', 'Studio North', 'Dec 16, 2026', '$100.00'])
      expect(text).toContain(part)
    expect(text).not.toContain('Draft')
  })

  test('is not attached if it is not wanted', async () => {
    const studio = await openWithInvoice()
    await send(studio, { attach_pdf: false })
    expect(await mailsTo(studio.email)).toMatchObject([{ attachments: [] }])
  })

  test.each<[string, (studio: Sending) => Promise<unknown>]>([
    [
      'is a draft again',
      ({ ada, id }) => ada.call(invoicesApi.update, { params: { id }, body: { status: 'draft' } }),
    ],
    ['was changed', addItem],
  ])('is left out of a mail that leaves after the invoice %s', async (_, change) => {
    const studio = await openWithInvoice()
    await send(studio)
    await change(studio)
    expect(await mailsTo(studio.email)).toMatchObject([{ attachments: [] }])
  })
})

describe('an invoice that is sent again', () => {
  test('is a copy, or a reminder by choice', async () => {
    const studio = await openWithInvoice()
    expect(await send(studio)).toMatchObject({ kind: 'first' })
    expect(await send(studio)).toMatchObject({ kind: 'copy' })
    expect(await send(studio, { kind: 'reminder' })).toMatchObject({ kind: 'reminder' })
    expect(await subjectsTo(studio.email)).toEqual([
      'Copy: Invoice INV-0001 from Ada & Co',
      'Invoice INV-0001 from Ada & Co',
      'Reminder: Invoice INV-0001 from Ada & Co',
    ])
  })

  test('is a reminder once it is due soon', async () => {
    const studio = await openWithInvoice()
    await send(studio)
    await setClock('2026-12-13T12:00:00Z')
    expect(await send(studio)).toMatchObject({ kind: 'reminder' })
  })

  test('is a revision if something changed, and says what', async () => {
    const studio = await openWithInvoice()
    await send(studio)
    expect((await read(studio)).changes_since_sent).toEqual([])
    await addItem(studio)
    expect((await read(studio)).changes_since_sent).toEqual([
      { what: 'Item', before: null, after: 'Hosting: 1 × $20.00 = $20.00' },
      { what: 'Total', before: '$100.00', after: '$120.00' },
    ])
    const sent = await send(studio)
    expect(sent).toMatchObject({ kind: 'revision', invoice: { changes_since_sent: [] } })
    expect(await subjectsTo(studio.email)).toContain('Revised: Invoice INV-0001 from Ada & Co')
    expect(await send(studio)).toMatchObject({ kind: 'copy' })
  })

  test('is a revision if it went back to draft and its details changed', async () => {
    const studio = await openWithInvoice()
    await send(studio)
    await studio.ada.call(invoicesApi.update, { params: { id: studio.id }, body: { status: 'draft' } })
    await studio.ada.call(businessApi.update, { body: { payment_details: 'To my new account' } })
    expect((await read(studio)).changes_since_sent).toEqual([
      { what: 'Payment details', before: null, after: 'To my new account' },
    ])
    expect(await send(studio)).toMatchObject({ kind: 'revision' })
  })

  test.each<[SendForm['kind'], (studio: Sending) => Promise<unknown>]>([
    ['copy', async () => undefined],
    ['reminder', async () => undefined],
    ['first', (studio) => send(studio)],
    [
      'copy',
      async (studio) => {
        await send(studio)
        await addItem(studio)
      },
    ],
  ])('is not sent as a %s that it is not', async (kind, before) => {
    const studio = await openWithInvoice()
    await before(studio)
    const { version } = await read(studio)
    expect(await trySend(studio, { kind })).toMatchObject(CONFLICT)
    expect((await read(studio)).version).toBe(version)
  })
})
