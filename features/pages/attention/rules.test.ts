import { describe, expect, test } from 'vitest'
import { filled, type Given } from '#tests/blank.ts'
import { Attention } from './contract.ts'
import { attentionRows, limitRow, timerRow, unbilledByClient } from './rules.ts'

const PRESENT = { today: '2026-11-18', timeZone: 'UTC' }

/** In one line each: tone, fact, detail, amount and step. */
const rowsOf = (given: Given<Parameters<typeof Attention.decode>[0]>) =>
  attentionRows(Attention.decode(filled(Attention, given)), PRESENT).map(
    ({ tone, title, detail, amount, action }) => [
      tone,
      title,
      detail,
      amount,
      action.kind === 'link' ? `${action.label} → ${action.to}` : action.kind,
    ],
  )

const LATE = {
  id: 1,
  invoice_number: 'INV-0046',
  client_name: 'Northwind',
  due_date: '2026-11-01',
  balance: 4312.5,
  currency: 'USD',
}

describe('what needs attention', () => {
  test('is late', () => {
    const late = [
      { ...LATE, reminders_count: 1, reminded_at: '2026-11-08T12:00:00Z', seen_at: '2026-11-12T09:00:00Z' },
    ]
    expect(rowsOf({ late })).toEqual([
      [
        'red',
        'INV-0046 is 17 days late',
        'Northwind · reminded on November 8 · opened on November 12',
        '$4,312.50',
        'late',
      ],
    ])
  })

  test('waits for an answer, once even if it is late as well', () => {
    const change = {
      kind: 'invoice' as const,
      id: 1,
      name: 'INV-0046',
      client_name: 'Atelier Moreau',
      note: 'Please split\ntravel from design',
      lines: 2,
      amount: 2730,
      currency: 'EUR',
    }
    const words = 'Atelier Moreau wants a change on INV-0046'
    const note = '“Please split travel from design” · and on 1 more line'
    const answer = 'Answer → /invoices?view=1'
    expect(rowsOf({ changes: [change] })).toEqual([['yellow', words, note, '€2,730.00', answer]])
    expect(rowsOf({ changes: [change], late: [LATE] })).toEqual([
      ['red', words, `${note} · 17 days late`, '€2,730.00', answer],
    ])
    expect(rowsOf({ changes: [{ ...change, kind: 'deliverable' }], late: [LATE] })).toHaveLength(2)
  })

  test('is a rejected deliverable, a comment, or a payment that the client reports', () => {
    expect(
      rowsOf({
        changes: [
          {
            kind: 'deliverable',
            id: 3,
            name: 'Logo',
            version: 2,
            project_id: 7,
            client_name: 'Casa Verde',
            currency: 'USD',
          },
        ],
        comments: [
          { project_id: 7, project_name: 'Website', author_name: 'Ana', content: 'Larger?', count: 3 },
        ],
        said_paid: [{ ...LATE, due_date: '2026-12-01', said_paid_on: '2026-11-16' }],
      }),
    ).toEqual([
      [
        'yellow',
        'Casa Verde wants changes to Logo, version 2',
        '',
        '',
        'Open → /projects/7?tab=deliverables',
      ],
      [
        'yellow',
        'Northwind says INV-0046 is paid',
        'paid on November 16, not recorded yet',
        '$4,312.50',
        'Record payment → /invoices?view=1&step=pay',
      ],
      [
        'yellow',
        'Ana commented on Website',
        '“Larger?” · and 2 more comments',
        '',
        'Reply → /projects/7?tab=comments',
      ],
    ])
  })

  test('is a past month that is not billed', () => {
    const unbilled = { client_id: 4, client_name: 'Harbor & Pine', time_count: 11, expenses_count: 2 }
    const sums = [{ currency: 'USD', amount: 1820 }]
    expect(rowsOf({ unbilled: [{ ...unbilled, oldest: '2026-10-02', sums }] })).toEqual([
      [
        'blue',
        'Harbor & Pine: October is not billed',
        '11 entries and 2 expenses, oldest October 2',
        '$1,820.00',
        'Bill → /bill?client=4&to=2026-10-31',
      ],
    ])
    const single = { ...unbilled, oldest: '2026-10-02', time_count: 1, expenses_count: 0, sums }
    expect(rowsOf({ unbilled: [single] })[0]).toContain('1 entry, from October 2')
    const older = { ...unbilled, oldest: '2025-12-25', expenses_count: 0, fees_count: 1 }
    const inTwo = [...sums, { currency: 'EUR', amount: 90 }, { currency: 'JPY', amount: 0 }]
    expect(rowsOf({ unbilled: [{ ...older, sums: inTwo }] })).toMatchObject([
      [
        'blue',
        'Harbor & Pine: work since December 2025 is not billed',
        '11 entries and 1 fee, oldest Dec 25, 2025',
        '$1,820.00 + €90.00',
        expect.anything(),
      ],
    ])
  })

  test('waits for the client’s approval', () => {
    const waiting = { client_name: 'Northwind', currency: 'USD', amount: 1200, since: '2026-11-12T12:00:00Z' }
    const invoice = { ...waiting, kind: 'invoice' as const, id: 5, name: 'INV-0050' }
    expect(
      rowsOf({
        waiting: [
          { ...waiting, kind: 'deliverable', id: 3, name: 'Checkout flow', version: 3, project_id: 7 },
          { ...invoice, client_has_email: true },
          { ...invoice, seen_at: '2026-11-14T12:00:00Z' },
        ],
      }),
    ).toEqual([
      [
        'blue',
        'Checkout flow, version 3 waits for approval',
        'Northwind · sent 6 days ago',
        '$1,200.00',
        'Open → /projects/7?tab=deliverables',
      ],
      [
        'blue',
        'INV-0050 waits for approval',
        'Northwind · sent 6 days ago, not opened',
        '$1,200.00',
        'Remind → /invoices?view=5&step=remind',
      ],
      [
        'blue',
        'INV-0050 waits for approval',
        'Northwind · sent 6 days ago, opened on November 14',
        '$1,200.00',
        'Open → /invoices?view=5',
      ],
    ])
  })

  test('is a draft that a recurring invoice made, has no exchange rate, or was not sent as scheduled', () => {
    const draft = { id: 9, client_name: 'Juniper', issue_date: '2026-11-01', currency: 'KWD', total: 5 }
    expect(
      rowsOf({
        drafts: [
          { ...draft, invoice_number: 'INV-0060', has_rate: true },
          { ...draft, invoice_number: 'Draft', has_rate: false },
          { ...draft, invoice_number: 'INV-0061', has_rate: true, schedule_problem: 'Juniper is archived.' },
        ],
      }).map(([, title, detail, , step]) => [title, detail, step]),
    ).toEqual([
      ['INV-0060 is ready to send', 'Juniper · recurring invoice of November 1', 'Review → /invoices?view=9'],
      [
        'The draft for Juniper has no exchange rate',
        'Juniper · missing from your totals until you add one for KWD',
        'Add it → /invoices?view=9',
      ],
      ['INV-0061 was not sent as scheduled', 'Juniper · Juniper is archived.', 'Review → /invoices?view=9'],
    ])
  })

  test('is a timer that runs for longer than a day of work', () => {
    const at = (now: string) =>
      timerRow(
        { started_at: new Date('2026-11-17T18:00:00Z'), project_name: 'Website' },
        new Date(now),
        'UTC',
      )
    expect(at('2026-11-18T04:00:00Z')).toBeNull()
    expect(at('2026-11-18T08:40:00Z')).toMatchObject({
      title: 'The timer has run for 14 hours',
      detail: 'Website · since 6:00 PM on Tuesday, November 17',
    })
    expect(timerRow(null, new Date(), 'UTC')).toBeNull()
  })

  test('is a recurring invoice that the plan has no room for', () => {
    expect(limitRow(0)).toBeNull()
    expect(limitRow(1)?.title).toBe('A recurring invoice was not made: limit reached')
    expect(limitRow(2)?.title).toBe('2 recurring invoices were not made: limit reached')
  })
})

test('unbilled work is added up for each client and currency, the oldest first', () => {
  const sum = {
    client_id: 1,
    client_name: 'Studio North',
    currency: 'USD',
    count: 4,
    oldest: '2026-10-05',
    time_count: 2,
    expenses_count: 1,
    time_amount: 100,
    expenses_amount: 10,
    fees_amount: 1,
  }
  expect(
    unbilledByClient([
      sum,
      { ...sum, oldest: '2026-10-02' },
      { ...sum, currency: 'EUR', fees_amount: 0, count: 3 },
      { ...sum, client_id: 2, client_name: 'Zebra', oldest: '2026-09-30' },
    ]),
  ).toMatchObject([
    { client_name: 'Zebra', oldest: '2026-09-30' },
    {
      client_name: 'Studio North',
      oldest: '2026-10-02',
      time_count: 6,
      expenses_count: 3,
      fees_count: 2,
      sums: [
        { currency: 'USD', amount: 222 },
        { currency: 'EUR', amount: 110 },
      ],
    },
  ])
})
