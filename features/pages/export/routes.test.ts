import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { addYear } from '#tests/demo.ts'
import { systemContext } from '#tests/jobs.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, openStudio, submit } from '#tests/portal.ts'
import { unzip } from '#tests/zip.ts'

async function exported(person: Person) {
  const response = await person.fetch('/api/export.zip')
  expect(response.status).toBe(200)
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  return { files, json: JSON.parse(files.get('everything.json') ?? ''), headers: response.headers }
}

const lines = (csv: string | undefined) => (csv ?? '').split('\r\n').length - 2
const today = () => new Date().toISOString().slice(0, 10)

describe('an export of the account', () => {
  test('contains every noun as CSV and everything as JSON, with all rows', async () => {
    const ada = await signIn('Ada')
    await addYear(await systemContext(ada.email))
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    const count = async (table: string) =>
      Number(
        (await database.pool.query(`select count(*) from ${table} where account_id = $1`, [id])).rows[0]
          .count,
      )

    const { files, json } = await exported(ada)
    expect([...files.keys()]).toEqual([
      'clients.csv',
      'contacts.csv',
      'projects.csv',
      'time-entries.csv',
      'invoices.csv',
      'invoice-items.csv',
      'credit-notes.csv',
      'credit-note-items.csv',
      'document-files.csv',
      'document-chain.csv',
      'payments.csv',
      'expenses.csv',
      'receipts.csv',
      'recurring-expenses.csv',
      'recurring-invoices.csv',
      'recurring-invoice-items.csv',
      'milestones.csv',
      'deliverables.csv',
      'comments.csv',
      'decisions.csv',
      'changes.csv',
      'activity.csv',
      'passkeys.csv',
      'everything.json',
      ...Array(3).fill(expect.stringMatching(/^files\/deliverable \d+\/version \d\/.+\.pdf$/)),
      expect.stringMatching(/^receipts\/expense \d+\/\d+ .+\.pdf$/),
      expect.stringMatching(/^receipts\/expense \d+\/\d+ .+\.pdf$/),
    ])
    for (const [table, file, key] of [
      ['clients', 'clients.csv', 'clients'],
      ['changes', 'changes.csv', 'changes'],
      ['projects', 'projects.csv', 'projects'],
      ['time_entries', 'time-entries.csv', 'time_entries'],
      ['invoices', 'invoices.csv', 'invoices'],
      ['invoice_items', 'invoice-items.csv', 'invoice_items'],
      ['payments', 'payments.csv', 'payments'],
      ['expenses', 'expenses.csv', 'expenses'],
      ['expense_receipts', 'receipts.csv', 'receipts'],
      ['recurring_expenses', 'recurring-expenses.csv', 'recurring_expenses'],
      ['recurring_invoices', 'recurring-invoices.csv', 'recurring_invoices'],
      ['recurring_invoice_items', 'recurring-invoice-items.csv', 'recurring_invoice_items'],
      ['activities', 'activity.csv', 'activity'],
    ] as const) {
      const rows = await count(table)
      expect(rows).toBeGreaterThan(0)
      expect(lines(files.get(file)), file).toBe(rows)
      expect(json[key].length, key).toBe(rows)
    }
    expect(json.account).toMatchObject({ id, email: ada.email })
    expect(json.clients.some(({ archived_at }: { archived_at: string | null }) => archived_at !== null)).toBe(
      true,
    )
  })

  test('contains more than one page of rows', async () => {
    const ada = await signIn('Ada')
    const project_id = (await ada.call(projectsApi.create, { body: { name: 'Webshop' } })).id
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    await database.pool.query(
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       select $1, $2, 'entry ' || n, n * 36, '2026-11-15', true, '', now() from generate_series(1, 2500) n`,
      [id, project_id],
    )
    const { files, json } = await exported(ada)
    expect(lines(files.get('time-entries.csv'))).toBe(2500)
    expect(json.time_entries.map(({ hours }: { hours: number }) => hours)).toEqual(
      Array.from({ length: 2500 }, (_, index) => (index + 1) / 100),
    )
  })

  test('is of one moment, however slowly it is downloaded, and the only one meanwhile', async () => {
    const ada = await signIn('Ada')
    const project_id = (await ada.call(projectsApi.create, { body: { name: 'Webshop' } })).id
    const { database, dataDirectory } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    // More than what fits into buffers between the server and the browser.
    const descriptions = Array.from({ length: 400 }, () => randomBytes(24_000).toString('base64'))
    await database.pool.query(
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       select $1, $2, text, 100, '2026-11-15', true, '', now() from unnest($3::text[]) text`,
      [id, project_id, descriptions],
    )
    const response = await ada.fetch('/api/export.zip')
    await ada.call(projectsApi.create, { body: { name: 'Added later' } })
    const second = await ada.fetch('/api/export.zip')
    expect({ status: second.status, body: await second.json() }).toEqual({
      status: 429,
      body: {
        error: 'An export is already under way. Please wait until it is complete.',
        code: 'rate_limited',
      },
    })
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    expect(files.get('projects.csv')).not.toContain('Added later')
    expect(files.get('everything.json')).not.toContain('Added later')
    await expect.poll(() => readdirSync(join(dataDirectory, 'files/incoming'))).toEqual([])

    const broken = await ada.fetch('/api/export.zip')
    expect(broken.status).toBe(200)
    await broken.body?.cancel()
    await expect.poll(() => readdirSync(join(dataDirectory, 'files/incoming'))).toEqual([])
    expect((await exported(ada)).json.projects).toHaveLength(2)
  })

  test('contains the same values as the screens, and no cell starts a formula', async () => {
    const ada = await signIn('Ada')
    await ada.call(accountApi.update, { body: { business_name: 'Atelier Süd', time_zone: 'UTC' } })
    const client_id = (
      await ada.call(clientsApi.create, { body: { name: '=HYPERLINK("http://x")', notes: '🦓\n"مرحبا"' } })
    ).id
    const invoice = await ada.call(invoicesApi.create, {
      body: {
        client_id,
        issue_date: '2020-01-01',
        due_date: '2020-01-31',
        tax_rate: 19,
        items: [{ description: '-2+3', quantity: 1.5, rate: 99.99 }],
      },
    })
    await ada.call(invoicesApi.update, { params: { id: invoice.id }, body: { status: 'sent' } })

    const { files, json, headers } = await exported(ada)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toContain(
      `filename="Atelier Sud - Daybook export ${today()}.zip"; filename*=UTF-8''Atelier%20S%C3%BCd%20-%20Daybook`,
    )
    expect(json.invoices).toMatchObject([
      {
        invoice_number: 'INV-0001',
        status: 'overdue',
        subtotal: 149.99,
        tax_rate: 19,
        total: 178.49,
        due_date: '2020-01-31',
      },
    ])
    expect(json.clients[0]).toMatchObject({ name: '=HYPERLINK("http://x")', notes: '🦓\n"مرحبا"' })
    expect(files.get('clients.csv')).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(files.get('clients.csv')).toContain('"🦓\n""مرحبا"""')
    expect(files.get('invoice-items.csv')).toContain(`INV-0001,1,'-2+3,1.50,,99.99,149.99,USD,,\r\n`)
    expect(files.get('invoices.csv')?.charCodeAt(0)).toBe(0xfeff)
  })

  test('contains amounts in their own and in the home currency, to the last unit', async () => {
    const ada = await signIn('Ada')
    await ada.call(businessApi.update, { body: { currency: 'KWD' } })
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Yamada', currency: 'JPY' } })
    const { id } = await ada.call(invoicesApi.create, {
      body: {
        client_id,
        issue_date: '2026-11-01',
        tax_rate: 10,
        exchange_rate: 0.00203,
        items: [{ description: 'Logo', quantity: 1, rate: 10_001 }],
      },
    })
    await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
    await ada.call(invoicesApi.recordPayment, {
      params: { id },
      body: { amount: 5_001, paid_on: '2026-11-02' },
    })
    await ada.call(expensesApi.create, {
      body: {
        description: 'Fonts',
        category: 'Other',
        amount: 1_250,
        currency: 'JPY',
        exchange_rate: 0.002,
        date: '2026-11-01',
      },
    })
    const { files, json } = await exported(ada)
    const home_currency = 'KWD'
    expect(json.invoices).toMatchObject([
      { total: 11_001, currency: 'JPY', home_total: 22.332, home_paid: 10.152, home_currency },
    ])
    expect(json.payments).toMatchObject([{ amount: 5_001, home_amount: 10.152, home_currency }])
    expect(json.expenses).toMatchObject([{ amount: 1_250, home_amount: 2.5, home_currency }])
    expect(files.get('invoices.csv')).toContain(',10001,,0,1000,11001,5001,JPY,0.00203,22.332,10.152,KWD,')
    expect(files.get('expenses.csv')).toContain(',1250,JPY,0.002,2.500,KWD,')
  })

  test('contains milestones, deliverables and comments', async () => {
    const ada = await signIn('Ada')
    const { id } = await ada.call(projectsApi.create, { body: { name: 'Webshop' } })
    await ada.call(milestonesApi.create, {
      params: { id },
      body: { title: 'Launch', due_date: '2020-01-01' },
    })
    await ada.call(deliverablesApi.create, {
      params: { id },
      body: { title: 'Logo', link_url: 'https://example.com/logo' },
    })
    await ada.call(commentsApi.create, { params: { id }, body: { content: '=1+1', is_internal: true } })
    const { files, json } = await exported(ada)
    expect(json.milestones).toMatchObject([{ project_name: 'Webshop', title: 'Launch', status: 'pending' }])
    expect(json.deliverables).toMatchObject([{ project_name: 'Webshop', title: 'Logo' }])
    expect(json.comments).toMatchObject([{ content: '=1+1', is_internal: true }])
    expect(files.get('comments.csv')).toContain(`'=1+1,true`)
  })

  test('contains every uploaded file, submitted and current', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const give = async (id: number, name: string, content: string) => {
      const path = `/api/projects/${projectId}/deliverables/${id}/file?name=${encodeURIComponent(name)}`
      expect((await ada.fetch(path, { method: 'POST', body: content })).status).toBe(200)
    }
    const [logo, text, lost] = [
      await addDeliverable(studio),
      await addDeliverable(studio),
      await addDeliverable(studio),
    ]
    await give(logo, '../../etc/passwd\\..\\logo.svg', 'first')
    await submit(studio, logo)
    await give(logo, 'logo.svg', 'second')
    await give(text, 'Text – ß.txt', 'submitted as it is')
    await submit(studio, text)
    await give(lost, 'lost.txt', 'lost')
    const { database } = await sharedApp()
    await database.pool.query('update deliverables set file_sha256 = $1 where id = $2', [
      '0'.repeat(64),
      lost,
    ])

    const { files } = await exported(ada)
    const uploaded = [...files].filter(([name]) => name.startsWith('files/'))
    expect(Object.fromEntries(uploaded)).toEqual({
      [`files/deliverable ${logo}/version 1/etc passwd .. logo.svg`]: 'first',
      [`files/deliverable ${logo}/working copy/logo.svg`]: 'second',
      [`files/deliverable ${text}/version 1/Text – ß.txt`]: 'submitted as it is',
      [`files/deliverable ${lost}/working copy/lost.txt`]: 'This file is missing from Daybook.',
    })
  })

  test('of an empty account is empty, and opens', async () => {
    const { files, json } = await exported(await signIn('Ada'))
    expect(lines(files.get('clients.csv'))).toBe(0)
    expect(json.clients).toEqual([])
  })

  test('contains nothing of another account', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    await grace.call(clientsApi.create, { body: { name: 'Hers alone' } })
    const { files } = await exported(ada)
    for (const content of files.values()) expect(content).not.toContain('Hers alone')
  })

  test('is included in every plan', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    expect((await exported(ada)).files.size).toBe(24)
  })

  test('requires a session', async () => {
    const { url } = await sharedApp()
    expect((await new Visitor(url).fetch('/api/export.zip')).status).toBe(401)
  })
})
