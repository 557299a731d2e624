import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { fetchOpenApi } from '#tests/openapi.ts'
import { linesOfPdf } from '#tests/pdf.ts'
import { reportsApi } from './contract.ts'

describe('an export', () => {
  const hostile = async () => {
    const ada = await signIn('Ada')
    await ada.call(accountApi.update, { body: { business_name: 'Ätelier "N/S" =1+1 🎨', time_zone: 'UTC' } })
    const client_id = (await ada.call(clientsApi.create, { body: { name: '=cmd|" /C calc"!A0' } })).id
    const project_id = (
      await ada.call(projectsApi.create, { body: { name: '@SUM(1,2) "quoted"\nline', client_id } })
    ).id
    const issue_date = new Date().toISOString().slice(0, 10)
    const items = [{ description: 'Work', quantity: 1, rate: 1234.5 }]
    const { id } = await ada.call(invoicesApi.create, { body: { client_id, project_id, issue_date, items } })
    await ada.call(invoicesApi.update, { params: { id }, body: { status: 'paid' } })
    await ada.call(expensesApi.create, {
      body: { category: 'Travel', description: 'x', amount: 2000, date: issue_date, project_id },
    })
    return ada
  }

  test('as CSV has all tables in one file, in which nothing is a formula', async () => {
    const ada = await hostile()
    const response = await ada.fetch('/api/reports/export.csv?timeRange=last30days')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString().slice(1)
    expect(text).toContain('Total Revenue,1234.50\r\n')
    expect(text).toContain('"\'@SUM(1,2) ""quoted""\nline",0.00,1234.50,2000.00,-765.50,-62.01\r\n')
    expect(text).toContain('"\'=cmd|"" /C calc""!A0",1234.50\r\n')
    for (const title of [
      'Summary',
      'Income Trend',
      'Expense Breakdown',
      'Project Profitability Analysis',
      'Clients by Revenue',
      'Time Utilization',
      'Profit and Loss',
      'Tax Collected',
    ]) {
      expect(text).toContain(`\r\n\r\n${title}\r\n`)
    }
    expect(text).not.toMatch(/(^|,|\r\n)"?[=+@]/)
    expect(text).not.toMatch(/(^|,|\r\n)"?-[^\d]/)
  })

  test('is named after business and range, for every system', async () => {
    const ada = await hostile()
    const { from, to } = await ada.call(reportsApi.get, { query: { timeRange: 'lastyear' } })
    const disposition = (await ada.fetch('/api/reports/export.csv?timeRange=lastyear')).headers.get(
      'content-disposition',
    )
    expect(disposition).toBe(
      `attachment; filename="Atelier N S =1+1 _ - Report, last year (${from} to ${to}).csv"; ` +
        `filename*=UTF-8''%C3%84telier%20N%20S%20%3D1%2B1%20%F0%9F%8E%A8%20-%20Report%2C%20last%20year%20%28${from}%20to%20${to}%29.csv`,
    )
  })

  test('as PDF is a PDF, whatever the names hold, and others are answered meanwhile', async () => {
    const ada = await hostile()
    const answered: string[] = []
    const [pdf] = await Promise.all([
      ada.fetch('/api/reports/export.pdf?timeRange=lastyear').then((response) => {
        answered.push('pdf')
        return response
      }),
      ada.call(accountApi.me).then(() => answered.push('me')),
    ])
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toMatch(/\.pdf"; filename\*=UTF-8''.*\.pdf$/)
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-8).toString()).toContain('%%EOF')
    const lines = linesOfPdf(bytes)
    expect(lines[0]).toBe('Ätelier "N/S" =1+1 🎨')
    expect(lines).toContain('=cmd|" /C calc"!A0 $1,234.50 No time logged in this range.')
    expect(lines).toContain('@SUM(1,2) "quoted" 0.00 $1,234.50 $2,000.00 -$765.50 -62.0%')
    expect(answered).toEqual(['me', 'pdf'])
  })

  test('of 100 projects, asked for again and again, holds up nobody else’s', async () => {
    const [eve, ada] = [await signIn('Eve'), await signIn('Ada')]
    const { database } = await sharedApp()
    await database.pool.query(
      `with made as (
         insert into projects (account_id, name, description, currency, hourly_rate, estimated_hours, status, name_key,
           search, created_at)
         select $1, 'Project ' || n, '', 'USD', 0, 0, 'active', n::text, n::text, now() from generate_series(1, 100) n
         returning id
       )
       insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       select $1, id, '', 100, current_date, true, '', now() from made`,
      [(await eve.call(accountApi.me)).id],
    )
    const eves = Array.from({ length: 12 }, () => eve.fetch('/api/reports/export.pdf'))
    const adas = await ada.fetch('/api/reports/export.pdf')
    expect(adas.status).toBe(200)
    const answers = await Promise.all(eves)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const refused = answers.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ code: 'pdf_limit_reached' })
    expect(refused?.headers.get('retry-after')).toBe('5')
    const csv = await (await eve.fetch('/api/reports/export.csv')).text()
    expect(csv.match(/Project \d/g)).toHaveLength(100)
  })

  test('of an empty account is a report of nothing', async () => {
    const ada = await signIn('Ada')
    const csv = await (await ada.fetch('/api/reports/export.csv')).text()
    expect(csv).toContain('Total Revenue,0.00')
    const pdf = await ada.fetch('/api/reports/export.pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('is described in OpenAPI as a file', async () => {
    const { paths } = await fetchOpenApi()
    const mediaTypesOf = (path: string) => Object.keys(paths[path]?.get?.responses['200']?.content ?? {})
    expect(mediaTypesOf('/api/reports/export.pdf')).toEqual(['application/pdf'])
    expect(mediaTypesOf('/api/export.zip')).toEqual(['application/zip'])
  })
})
