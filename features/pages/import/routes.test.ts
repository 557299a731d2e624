import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { runJobs, runScheduledJobs, systemContext } from '#tests/jobs.ts'
import type { Body, Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { runImport } from './actions/running.ts'
import { importsApi } from './contract.ts'

type ImportBody = Body<typeof importsApi.get>
type Settings = ImportBody['settings']

async function upload(person: Person, content: BlobPart, name = 'export.csv') {
  const response = await person.fetch(`${importsApi.upload.path}?${new URLSearchParams({ name })}`, {
    method: 'POST',
    body: new Blob([content]),
  })
  return { status: response.status, body: await response.json() }
}

async function prepare(
  person: Person,
  content: BlobPart,
  changes: Partial<Settings> = {},
): Promise<ImportBody> {
  const { status, body } = await upload(person, content)
  expect({ status, body }).toMatchObject({ status: 201 })
  if (Object.keys(changes).length === 0) return body
  return person.call(importsApi.update, { params: { id: body.id }, body: { ...body.settings, ...changes } })
}

const previewOf = (person: Person, { id }: ImportBody) => person.call(importsApi.preview, { params: { id } })

async function run(person: Person, { id }: ImportBody): Promise<ImportBody> {
  await person.call(importsApi.start, { params: { id } })
  await runJobs()
  return person.call(importsApi.get, { params: { id } })
}

const importAll = async (person: Person, content: BlobPart, changes: Partial<Settings> = {}) =>
  run(person, await prepare(person, content, changes))

const timeOf = (person: Person) => person.call(timeEntriesApi.list, { query: { limit: 500 } })

const countTime = async (person: Person) => (await person.call(timeEntriesApi.totals)).count

const TOGGL_HEADER =
  '"User","Email","Client","Project","Task","Description","Billable","Start date","Start time","End date","End time","Duration","Tags","Amount (USD)"'
const togglRow = (description: string, start: string, duration = '01:30:00', client = 'North') =>
  `"Ada","ada@example.com","${client}","Website","","${description}","Yes","2024-10-15","${start}","2024-10-15","12:00:00","${duration}","","120.00"`
const toggl = (...rows: string[]) => [TOGGL_HEADER, ...rows, ''].join('\r\n')

describe('a file of Toggl Track', () => {
  test('becomes clients, projects and time with start and end', async () => {
    const ada = await signIn('Ada', 'Europe/Berlin')
    const file = toggl(togglRow('Say ""hello"" \\ 🎉', '10:30:00'), togglRow('Plan', '08:00:00', '00:00:02'))
    const prepared = await prepare(ada, file)
    expect(prepared).toMatchObject({ format: 'toggl', noun: 'time', row_count: 2, status: 'prepared' })
    expect(await previewOf(ada, prepared)).toMatchObject({
      creates: { clients: 1, projects: 1, time_entries: 2, expenses: 0 },
      hours: 1.5006,
      duplicates: 0,
      fault_count: 0,
      refusal: null,
      rows: [
        {
          row: 2,
          outcome: 'new',
          cells: ['Oct 15, 2024', 'North', 'Website', 'Say "hello" \\ 🎉', '1.5', '$120.00'],
        },
        { row: 3, outcome: 'new' },
      ],
    })
    expect(await ada.call(clientsApi.list)).toEqual([])

    expect(await run(ada, prepared)).toMatchObject({
      status: 'imported',
      rows_done: 2,
      created: { clients: 1, projects: 1, time_entries: 2, expenses: 0 },
    })
    const [plan, hello] = await timeOf(ada)
    expect(hello).toMatchObject({
      client_name: 'North',
      project_name: 'Website',
      description: 'Say "hello" \\ 🎉',
      date: '2024-10-15',
      hours: 1.5,
      rate: 80,
      amount: 120,
      currency: 'USD',
      is_billable: true,
      started_at: '2024-10-15T08:30:00.000Z',
      ended_at: '2024-10-15T10:00:00.000Z',
    })
    expect(plan).toMatchObject({ description: 'Plan', hours: 0.0006 })
  })

  test('is recognized when it is imported again, and skipped unless it is wanted', async () => {
    const ada = await signIn('Ada')
    const file = toggl(togglRow('One', '10:30:00'), togglRow('Two', '08:00:00'))
    await importAll(ada, file)
    const again = await prepare(ada, toggl(togglRow('One', '10:30:00'), togglRow('Three', '09:00:00')))
    expect(await previewOf(ada, again)).toMatchObject({
      creates: { clients: 0, projects: 0, time_entries: 1 },
      duplicates: 1,
    })
    expect(await run(ada, again)).toMatchObject({ duplicates: 1, created: { time_entries: 1 } })
    expect(await countTime(ada)).toBe(3)
    const wanted = await importAll(ada, file, { include_duplicates: true })
    expect(wanted).toMatchObject({ duplicates: 0, created: { time_entries: 2 } })
    expect(await countTime(ada)).toBe(5)
  })

  test('may have the same row twice; only the same start makes it a duplicate', async () => {
    const ada = await signIn('Ada')
    const same = togglRow('Call', '10:30:00')
    const prepared = await prepare(ada, toggl(same, same, togglRow('Call', '11:00:00')))
    expect(await previewOf(ada, prepared)).toMatchObject({ creates: { time_entries: 2 }, duplicates: 1 })
    expect(await run(ada, prepared)).toMatchObject({ created: { time_entries: 2 }, duplicates: 1 })
    const plain = 'Date,Project,Hours\n2024-10-15,Website,1\n2024-10-15,Website,1\n'
    expect(await importAll(ada, plain)).toMatchObject({ created: { time_entries: 2 }, duplicates: 0 })
    expect(await importAll(ada, plain)).toMatchObject({ created: { time_entries: 0 }, duplicates: 2 })
  })
})

const CLOCKIFY_HEADER =
  '"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (EUR)","Billable Amount (EUR)"'
const clockifyRow = (date: string, start: string, end: string) =>
  `"Shop","North","Checkout","Design","Ada","","ada@example.com","","Yes","${date}","${start}","${date}","${end}","01:30:00","1.50","80.00","120.00"`

describe('a file of Clockify', () => {
  test('has its currency in the header and asks how ambiguous dates are written', async () => {
    const ada = await signIn('Ada')
    const file = [CLOCKIFY_HEADER, clockifyRow('03/04/2024', '10:23:52 AM', '11:53:52 AM')].join('\n')
    const prepared = await prepare(ada, file)
    expect(prepared).toMatchObject({
      format: 'clockify',
      asks_date_order: true,
      settings: { date_order: null },
    })
    expect(await previewOf(ada, prepared)).toMatchObject({
      refusal: 'Choose how the dates are written',
      rows: [],
    })
    const start = await ada.try(importsApi.start, { params: { id: prepared.id } })
    expect(start.status).toBe(409)
    await ada.call(importsApi.update, {
      params: { id: prepared.id },
      body: { ...prepared.settings, date_order: 'day_first' },
    })
    await run(ada, prepared)
    expect(await timeOf(ada)).toMatchObject([
      {
        date: '2024-04-03',
        description: 'Design: Checkout',
        hours: 1.5,
        rate: 80,
        currency: 'EUR',
        started_at: '2024-04-03T10:23:52.000Z',
      },
    ])
    expect(await ada.call(clientsApi.list)).toMatchObject([{ name: 'North', currency: 'EUR' }])
  })

  test('tells the order by the whole column, and may have short rows and no durations', async () => {
    const ada = await signIn('Ada')
    const header = CLOCKIFY_HEADER.replace('"Duration (h)","Duration (decimal)",', '')
    const rows = [
      '"Shop","North","One","","Ada","","","","No","03/04/2024","10:23 AM","03/04/2024","11:53 AM"',
      '"Shop","North","Two","","Ada","","","","No","03/28/2024","22:00:00","03/29/2024","01:00:00"',
    ]
    const prepared = await prepare(ada, [header, ...rows].join('\n'))
    expect(prepared).toMatchObject({ asks_date_order: false, settings: { date_order: 'month_first' } })
    await run(ada, prepared)
    expect(await timeOf(ada)).toMatchObject([
      { date: '2024-03-28', hours: 3, is_billable: false, amount: null },
      { date: '2024-03-04', hours: 1.5 },
    ])
  })
})

describe('files of Harvest', () => {
  const header =
    'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL'

  test('with decimal commas: invoiced time is billed elsewhere', async () => {
    const ada = await signIn('Ada')
    const row = (notes: string, hours: string, invoiced: string) =>
      `2024-10-15,North,Shop,S1,Design,${notes},"${hours}",Yes,${invoiced},No,Ada,L,,Yes,"80,0","1.600,0","0,0","0,0",Euro - EUR,`
    const prepared = await prepare(
      ada,
      [header, row('Old', '20,0', 'Yes'), row('New', '1,250', 'No')].join('\r\n'),
    )
    expect(prepared).toMatchObject({ format: 'harvest_time', settings: { decimal_sign: 'comma' } })
    expect(await previewOf(ada, prepared)).toMatchObject({
      hours: 21.25,
      amounts: [{ currency: 'EUR', amount: 1700 }],
    })
    await run(ada, prepared)
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      'select description, hours, is_billed, invoice_item_id from time_entries where import_id = $1 and account_id = (select account_id from imports where id = $1) order by id',
      [prepared.id],
    )
    expect(rows).toEqual([
      { description: 'Design: Old', hours: 72_000, is_billed: true, invoice_item_id: null },
      { description: 'Design: New', hours: 4500, is_billed: false, invoice_item_id: null },
    ])
  })

  test('with clients and projects', async () => {
    const ada = await signIn('Ada')
    await importAll(ada, 'Client Name,Address\nNorth,"Main Street 1\nBerlin"\nnorth,Again\n,Nameless\n')
    expect(await ada.call(clientsApi.list)).toMatchObject([
      { name: 'North', address: 'Main Street 1\nBerlin' },
    ])
    const projects =
      'Client,Project,Project Code,Start Date,End Date,Project Notes,Total Hours,Billable Hours,Billable Amount,Budget By,Budget,Budget Spent,Budget Remaining,Total Costs,Team Costs,Expenses\n' +
      'North,Shop,S1,2024-01-01,2024-12-31,Notes,10,10,800,Hours Per Project,100,10,90,0,0,0\n' +
      'South,Blog,,,,,1,1,0,Total Project Fees,5000,0,5000,0,0,0\n'
    const prepared = await prepare(ada, projects)
    expect(await previewOf(ada, prepared)).toMatchObject({ creates: { clients: 1, projects: 2 } })
    await run(ada, prepared)
    expect(await ada.call(projectsApi.list)).toMatchObject([
      { name: 'Blog', client_name: 'South', budget_amount: 5000, budget_hours: null },
      {
        name: 'Shop',
        client_name: 'North',
        budget_hours: 100,
        start_date: '2024-01-01',
        description: 'Notes',
      },
    ])
  })
})

describe('any other file', () => {
  test('is imported by the columns that were chosen', async () => {
    const ada = await signIn('Ada')
    const file =
      'When;Effort;Who for;Remark\n15.10.2024;1,5;North;Draft\n\n;;;\n16.10.2024;2;;Solo\nSumme;3,5;;\n'
    const prepared = await prepare(ada, file)
    expect(prepared).toMatchObject({ format: 'other', row_count: 2 })
    expect(prepared.columns[1]).toEqual({ header: 'Effort', examples: ['1,5', '2'] })
    expect((await previewOf(ada, prepared)).missing_fields).toEqual([
      'Date',
      'Duration, or start and end time',
    ])
    const mapped = await ada.call(importsApi.update, {
      params: { id: prepared.id },
      body: {
        ...prepared.settings,
        noun: 'time',
        fields: ['date', 'hours', 'client', 'description'],
        decimal_sign: 'comma',
      },
    })
    await run(ada, mapped)
    expect(await timeOf(ada)).toMatchObject([
      { date: '2024-10-16', hours: 2, project_name: 'Imported time', client_name: null },
      { date: '2024-10-15', hours: 1.5, project_name: 'North', client_name: 'North' },
    ])
  })

  test('with more hours than a day has is imported after a warning', async () => {
    const ada = await signIn('Ada')
    const rows = ['2024-10-15,Web,25', '2024-10-16,Web,24', '2024-10-17,Web,12.5', '2024-10-17,Shop,12']
    const prepared = await prepare(ada, ['Date,Project,Hours', ...rows].join('\n'))
    expect(await previewOf(ada, prepared)).toMatchObject({
      creates: { time_entries: 4 },
      refusal: null,
      long_day_count: 2,
      long_days: [
        { date: '2024-10-15', hours: 25 },
        { date: '2024-10-17', hours: 24.5 },
      ],
    })
    expect(await run(ada, prepared)).toMatchObject({ created: { time_entries: 4 } })
  })

  test('with amounts keeps plausible rates, and otherwise the amounts', async () => {
    const ada = await signIn('Ada')
    const rows = [
      // 80 minutes at $140, an hour at $85, and two that no rate explains.
      '2024-10-15,North,Web,1:20:00,186.67',
      '2024-10-15,North,Web,1:00:00,85.00',
      '2024-10-16,North,Web,0:20:00,46.95',
      '2024-10-16,North,Web,0.33,46.67',
    ]
    await importAll(ada, ['Date,Client,Project,Duration,Amount', ...rows].join('\n'))
    const imported = await timeOf(ada)
    expect(imported.map(({ rate, amount }) => [rate, amount]).toSorted()).toEqual([
      [null, 46.67],
      [null, 46.95],
      [140, 186.67],
      [85, 85],
    ])
    const { sums, projects } = await ada.call(billableWorkApi.unbilled)
    expect(sums).toMatchObject([{ amount: 365.29 }])
    const { total, items } = await ada.call(invoicesApi.create, {
      body: {
        client_id: projects[0]?.client_id ?? 0,
        issue_date: '2024-11-01',
        bill: { time_entry_ids: imported.map(({ id }) => id), group_by: 'project' },
      },
    })
    expect(total).toBe(365.29)
    expect(items.map(({ quantity, unit, rate, amount }) => [quantity, unit, rate, amount])).toEqual([
      [1.3333, 'hours', 140, 186.67],
      [1, 'hours', 85, 85],
      [1, '', 93.62, 93.62],
    ])
  })

  test('keeps an imported amount until its hours or its rate change', async () => {
    const ada = await signIn('Ada')
    await importAll(ada, 'Date,Project,Duration,Amount\n2024-10-16,Web,0:20:00,46.95')
    const [entry] = await timeOf(ada)
    if (!entry) throw new Error('nothing was imported')
    const save = (change: { description?: string; hours?: number; rate?: number }) =>
      ada.call(timeEntriesApi.update, {
        params: { id: entry.id },
        body: { project_id: entry.project_id, date: entry.date, hours: entry.hours, ...change },
      })
    expect(await save({ description: 'Call' })).toMatchObject({ rate: null, amount: 46.95 })
    expect(await save({ rate: 90 })).toMatchObject({ rate: 90, amount: 30 })
    expect(await save({ hours: 0.5 })).toMatchObject({ rate: 90, amount: 45 })
  })

  test('may contain expenses in several currencies', async () => {
    const ada = await signIn('Ada')
    const file = [
      'Date,Category,Amount,Currency,Exchange rate,Description,Project',
      '2024-10-15,Travel,"1,250.50",USD,,Train,Shop',
      '2024-10-15,Hosting,10,EUR,1.1,Server,',
      '2024-10-15,Lunch with a client,10,GBP,,Lunch,',
      '2024-10-15,Other,-5,USD,,Refund,',
    ].join('\n')
    const prepared = await prepare(ada, file)
    expect(await previewOf(ada, prepared)).toMatchObject({
      creates: { expenses: 2, projects: 1 },
      faults: [
        { row: 4, message: 'The exchange rate is missing: how many USD is one GBP worth?' },
        { row: 5, message: '-5 is less than zero' },
      ],
    })
    await run(ada, prepared)
    expect(await ada.call(expensesApi.list)).toMatchObject([
      { description: 'Server', category: 'Software & Tools', amount: 10, currency: 'EUR', home_amount: 11 },
      { description: 'Train', category: 'Travel', amount: 1250.5, project_name: 'Shop', is_billable: false },
    ])
    expect(await importAll(ada, file)).toMatchObject({ duplicates: 2, created: { expenses: 0 } })
  })

  test('may contain expenses of clients without a project; billable ones need one or the other', async () => {
    const ada = await signIn('Ada')
    const file = [
      'Date,Client,Amount,Description,Billable',
      '2024-10-15,North,10,Train,Yes',
      '2024-10-15,,20,Hotel,Yes',
      '2024-10-15,,30,Fonts,No',
    ].join('\n')
    const prepared = await prepare(ada, file)
    expect(await previewOf(ada, prepared)).toMatchObject({
      creates: { expenses: 2, clients: 1, projects: 0 },
      faults: [{ row: 3, message: 'It is billable, but names neither a project nor a client to bill it to' }],
    })
    await run(ada, prepared)
    expect(await ada.call(expensesApi.list)).toMatchObject([
      { description: 'Fonts', client_name: null, is_billable: false },
      { description: 'Train', client_name: 'North', project_id: null, is_billable: true },
    ])
  })

  const TEXT = 'Datum;Projekt;Stunden\r\n2024-10-15;Büro – Café;1\r\n'
  test.each<[string, BlobPart]>([
    ['UTF-8', TEXT],
    ['UTF-8 with a byte order mark', `\uFEFF${TEXT}`],
    ['UTF-16 little endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 big endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(TEXT.replace('–', '\x96'), 'latin1')],
    ['tabs', TEXT.replaceAll(';', '\t')],
  ])('is read in %s', async (_, content) => {
    const ada = await signIn('Ada')
    await importAll(ada, content)
    expect(await ada.call(projectsApi.list)).toMatchObject([{ name: 'Büro – Café' }])
  })

  test('adds to what has the same name, but not to a cancelled project', async () => {
    const ada = await signIn('Ada')
    const north = await ada.call(clientsApi.create, { body: { name: 'North' } })
    const shop = await ada.call(projectsApi.create, {
      body: { name: 'Shop', client_id: north.id, hourly_rate: 60 },
    })
    const old = await ada.call(projectsApi.create, { body: { name: 'Old', status: 'cancelled' } })
    const file =
      'Date,Client,Project,Hours,Currency,Rate\n2024-10-15,NORTH,shop,1,,\n2024-10-15,,Old,1,,\n2024-10-15,,Shop,2,,\n2024-10-15,North,Shop,3,EUR,50\n'
    const prepared = await prepare(ada, file)
    expect((await previewOf(ada, prepared)).faults).toEqual([
      { row: 3, message: 'The project “Old” is cancelled' },
      { row: 5, message: 'The project “Shop” is in USD, and this row is in EUR' },
    ])
    expect(await run(ada, prepared)).toMatchObject({
      created: { clients: 0, projects: 0, time_entries: 2 },
      faults: 2,
    })
    expect(await timeOf(ada)).toMatchObject([
      { project_id: shop.id, hours: 2, rate: 60 },
      { project_id: shop.id, hours: 1, rate: 60 },
    ])
    expect((await ada.call(projectsApi.get, { params: { id: old.id } })).time_entries_count).toBe(0)
  })

  test('is refused with a sentence if it is no CSV file, or too long', async () => {
    const ada = await signIn('Ada')
    const refusal = async (content: BlobPart) => (await upload(ada, content)).body.error
    expect(await refusal('')).toBe('This file is empty')
    expect(await refusal('Date,Hours\n')).toBe('This file has no rows below its header')
    expect(await refusal('Date,Hours\n2024-10-15,"1\n2024-10-16,2')).toBe(
      'Row 2 of this file has a quotation mark that is never closed',
    )
    expect(await refusal(Buffer.from('PK\x03\x04\x14\0\x06\0workbook', 'latin1'))).toBe(
      'This is a spreadsheet, not a CSV file. Save it as CSV, and choose that file.',
    )
    expect(await refusal(`Date\n${'2024-10-15\n'.repeat(100_001)}`)).toBe(
      'This file has more than 100,000 rows. Split it into smaller files, and import each of them.',
    )
    expect(await ada.call(importsApi.list)).toEqual([])
  })

  test('may be hostile: formulas stay text, also in the list of faults', async () => {
    const ada = await signIn('Ada')
    const file = [
      'Date,Project,Hours,Description',
      '2024-10-15,=1+1,1,"=HYPERLINK(""http://evil"")"',
      '31/02/2024,Shop,1,=cmd|calc',
      `2024-10-15,Shop,1,${'x'.repeat(1_048_576)}`,
      '2024-10-15,Shop,1,a\0b',
      '2024-10-15,Shop,1,a "b" c',
    ].join('\n')
    const done = await importAll(ada, file)
    expect(done).toMatchObject({ status: 'imported', created: { time_entries: 2 }, faults: 3 })
    expect((await timeOf(ada)).map(({ description }) => description)).toEqual([
      'a "b" c',
      '=HYPERLINK("http://evil")',
    ])
    const response = await ada.fetch(`/api/imports/${done.id}/faults.csv`)
    expect(response.headers.get('content-type')).toContain('text/csv')
    const [header, first, second] = (await response.text()).split('\r\n')
    expect(header).toBe('Row,Problem,Date,Project,Hours,Description')
    expect(first).toBe("3,31/02/2024 is not a date,31/02/2024,Shop,1,'=cmd|calc")
    expect(second?.length).toBeLessThan(2000)
  })
})

const longFile = (rows: number) =>
  `Date,Project,Start time,End time,Description\n${Array.from({ length: rows }, (_, index) => `2024-10-15,Shop,09:00:00,10:30:00,Step ${index}`).join('\n')}\n`

describe('a running import', () => {
  test('goes on after a crash without doubling a row', async () => {
    const ada = await signIn('Ada')
    const prepared = await prepare(ada, longFile(1200))
    await ada.call(importsApi.start, { params: { id: prepared.id } })
    const ctx = await systemContext(ada.email)
    const { files } = ctx.services
    const crashing = {
      ...files,
      open: async (sha256: string) => {
        const opened = await files.open(sha256)
        const text = Buffer.concat(await opened.content.toArray())
        async function* broken() {
          yield text.subarray(0, text.length / 2)
          const { id } = prepared
          while ((await ada.call(importsApi.get, { params: { id } })).rows_done === 0);
          throw new Error('the disk is gone')
        }
        return { ...opened, content: Readable.from(broken()) }
      },
    }
    const attempt = { number: 1, isLast: false }
    const data = { import_id: prepared.id }
    await expect(
      runImport.run({ ...ctx, services: { ...ctx.services, files: crashing } }, data, attempt),
    ).rejects.toThrow('the disk is gone')
    const stopped = await ada.call(importsApi.get, { params: { id: prepared.id } })
    expect(stopped.status).toBe('importing')
    expect(stopped.rows_done).toBeGreaterThan(0)
    expect(await countTime(ada)).toBe(stopped.rows_done)
    await runJobs()
    expect(await ada.call(importsApi.get, { params: { id: prepared.id } })).toMatchObject({
      status: 'imported',
      rows_done: 1200,
      created: { time_entries: 1200, projects: 1 },
    })
    expect(await countTime(ada)).toBe(1200)
  })

  test('is run once, however many servers run it and however often it is started', async () => {
    const ada = await signIn('Ada')
    const prepared = await prepare(ada, longFile(700))
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => ada.try(importsApi.start, { params: { id: prepared.id } })),
    )
    expect(starts.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    const ctx = await systemContext(ada.email)
    const attempt = { number: 1, isLast: false }
    await Promise.all([1, 2, 3].map(() => runImport.run(ctx, { import_id: prepared.id }, attempt)))
    await runJobs()
    expect(await countTime(ada)).toBe(700)
  })

  test('takes turns with others, so a small one does not wait for a large one', async () => {
    const ada = await signIn('Ada')
    const { background } = await sharedApp()
    const [large, small] = [await prepare(ada, longFile(12_000)), await prepare(ada, longFile(3))]
    for (const { id } of [large, small]) await ada.call(importsApi.start, { params: { id } })
    const now = ({ id }: ImportBody) => ada.call(importsApi.get, { params: { id } })
    while ((await now(small)).status === 'importing') expect(await background.runNext()).toBe(true)
    const { status, rows_done } = await now(large)
    expect(status).toBe('importing')
    expect(rows_done).toBeGreaterThan(0)
    expect(rows_done).toBeLessThan(12_000)
    await ada.call(importsApi.cancel, { params: { id: large.id } })
    await runJobs()
  })

  test('can be cancelled, continued and undone', async () => {
    const ada = await signIn('Ada')
    const prepared = await prepare(ada, longFile(600))
    const params = { id: prepared.id }
    await ada.call(importsApi.start, { params })
    expect(await ada.try(importsApi.undo, { params })).toMatchObject({
      status: 409,
      body: { error: 'This import is running. Cancel it first.' },
    })
    expect(await ada.call(importsApi.cancel, { params })).toMatchObject({ status: 'cancelled' })
    await runJobs()
    expect(await countTime(ada)).toBe(0)
    expect(await run(ada, prepared)).toMatchObject({ status: 'imported', rows_done: 600 })
    await ada.call(importsApi.undo, { params })
    expect((await ada.try(importsApi.undo, { params })).status).toBe(409)
    await runJobs()
    expect(await ada.call(importsApi.get, { params })).toMatchObject({
      status: 'undone',
      removed: { clients: 0, projects: 1, time_entries: 600, expenses: 0 },
    })
    expect(await countTime(ada)).toBe(0)
    expect(await ada.call(projectsApi.list)).toEqual([])
    expect((await ada.try(importsApi.start, { params })).status).toBe(409)
  })
})

describe('undoing', () => {
  test('leaves what was billed or changed since, and names it', async () => {
    const ada = await signIn('Ada')
    const file =
      'Date,Client,Project,Hours,Description\n' +
      ['One', 'Two', 'Three', 'Four']
        .map((text, index) => `2024-10-1${index},C${index},P${index},1,${text}\n`)
        .join('')
    const done = await importAll(ada, file)
    const [four, three, two] = await timeOf(ada)
    if (!two || !three || !four) throw new Error('not imported')
    await ada.call(timeEntriesApi.update, {
      params: { id: four.id },
      body: { project_id: four.project_id, description: 'Changed', hours: 2, date: four.date },
    })
    await ada.call(projectsApi.update, {
      params: { id: three.project_id },
      body: { name: 'P2 renamed', client_id: three.client_id },
    })
    await ada.call(expensesApi.create, {
      body: {
        description: 'Paper',
        amount: 5,
        date: '2024-10-20',
        category: 'Other',
        project_id: two.project_id,
      },
    })
    await ada.call(importsApi.undo, { params: { id: done.id } })
    await runJobs()
    expect(await ada.call(importsApi.get, { params: { id: done.id } })).toMatchObject({
      status: 'undone',
      removed: { clients: 1, projects: 1, time_entries: 3, expenses: 0 },
    })
    expect((await timeOf(ada)).map(({ description }) => description)).toEqual(['Changed'])
    const kept = await ada.call(importsApi.kept, { params: { id: done.id } })
    expect(kept.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`)).toEqual([
      'client C1: in_use',
      'client C2: in_use',
      'client C3: in_use',
      'project P1: in_use',
      'project P2 renamed: changed',
      'project P3: in_use',
      'time_entry 2024-10-13, P3, Changed: changed',
    ])
  })
})

test('the plan must have room for all clients and projects before anything is written', async () => {
  const ada = await signIn('Ada')
  await givePlan(ada, 'free')
  await ada.call(clientsApi.create, { body: { name: 'North' } })
  const names = ['North', 'South', 'East', 'West']
  const prepared = await prepare(
    ada,
    `Date,Client,Project,Hours\n${names.map((name) => `2024-10-15,${name},Shop,1`).join('\n')}\n`,
  )
  const refusal =
    'This import would create 3 clients, and your Free plan allows only 2 more. Upgrade your plan, or import fewer.'
  expect(await previewOf(ada, prepared)).toMatchObject({ creates: { clients: 3, projects: 4 }, refusal })
  expect(await ada.try(importsApi.start, { params: { id: prepared.id } })).toMatchObject({
    status: 403,
    body: { error: 'Client limit reached', details: refusal, code: 'client_limit_reached', limit: 3 },
  })
  expect(await ada.call(clientsApi.list)).toHaveLength(1)

  // With less room than there was when it started, it stops and can be continued.
  await givePlan(ada, 'professional')
  await ada.call(importsApi.start, { params: { id: prepared.id } })
  await givePlan(ada, 'free')
  await runJobs()
  expect(await ada.call(importsApi.get, { params: { id: prepared.id } })).toMatchObject({
    status: 'failed',
    rows_done: 0,
    error: 'Client limit reached. Your Free plan allows 3 clients. Upgrade your plan to add more.',
  })
  await givePlan(ada, 'professional')
  expect(await run(ada, prepared)).toMatchObject({ status: 'imported', created: { clients: 3 } })

  await givePlan(ada, 'free')
  await ada.call(projectsApi.create, { body: { name: 'Poster' } })
  const oneMore = await prepare(ada, 'Date,Project,Hours\n2024-10-15,Blog,1\n')
  expect(await ada.try(importsApi.start, { params: { id: oneMore.id } })).toMatchObject({
    status: 403,
    body: {
      error: 'Project limit reached',
      details:
        'This import would create 1 project, and your Free plan allows no more. Upgrade your plan, or import fewer.',
      code: 'project_limit_reached',
    },
  })
})

test('a file is deleted after a week, and prepared imports with it', async () => {
  await setClock('2026-11-10T10:00:00Z')
  const ada = await signIn('Ada')
  const done = await importAll(ada, 'Date,Project,Hours\n2024-10-15,Shop,1\n')
  const prepared = await prepare(ada, 'Date,Project,Hours\n2024-10-16,Shop,1\n')
  const { database, services } = await sharedApp()
  const { rows } = await database.pool.query('select file_sha256, file_size from imports where id = $1', [
    done.id,
  ])
  const { file_sha256, file_size } = rows[0]
  await setClock('2026-11-16T10:00:00Z')
  await runScheduledJobs()
  expect(await services.files.has(file_sha256, file_size)).toBe(true)
  await setClock('2026-11-17T11:00:00Z')
  await runScheduledJobs()
  await setClock('2026-11-18T11:00:00Z')
  await runScheduledJobs()
  expect(await services.files.has(file_sha256, file_size)).toBe(false)
  expect(await ada.call(importsApi.list)).toMatchObject([{ id: done.id, status: 'imported' }])
  expect((await ada.try(importsApi.get, { params: { id: prepared.id } })).status).toBe(404)
})

test('a prepared import can be discarded, a started one cannot, and others never see either', async () => {
  const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
  const prepared = await prepare(ada, 'Date,Project,Hours\n2024-10-15,Shop,1\n')
  const params = { id: prepared.id }
  for (const endpoint of [
    importsApi.get,
    importsApi.preview,
    importsApi.start,
    importsApi.undo,
    importsApi.kept,
    importsApi.remove,
  ])
    expect((await eve.try(endpoint, { params })).status).toBe(404)
  await ada.call(importsApi.remove, { params })
  expect((await ada.try(importsApi.get, { params })).status).toBe(404)
  const done = await importAll(ada, 'Date,Project,Hours\n2024-10-15,Shop,1\n')
  expect((await ada.try(importsApi.remove, { params: { id: done.id } })).status).toBe(409)
  const change = await ada.try(importsApi.update, { params: { id: done.id }, body: done.settings })
  expect(change.status).toBe(409)
})
