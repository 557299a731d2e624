import { describe, expect, test } from 'vitest'
import type { SendKind } from '../contract/sending.ts'
import { emptyInvoiceQuestion, type MailFacts, proposedMail, readMail, sendKinds } from './mails.ts'

const TODAY = '2026-11-16'

describe('what sending an invoice is', () => {
  const invoice: Parameters<typeof sendKinds>[0] = {
    sent_at: new Date('2026-11-01T09:00:00Z'),
    changes_since_sent: [],
    status: 'sent',
    balance: 100_00,
    due_date: '2026-12-01',
  }
  const CHANGE = { what: 'Total', before: '$90.00', after: '$100.00' }

  test.each<[string, Partial<Parameters<typeof sendKinds>[0]>, SendKind[]]>([
    ['never sent', { sent_at: null, status: 'draft' }, ['first']],
    ['only marked as sent', { sent_at: null }, ['first']],
    ['unchanged', {}, ['copy', 'reminder']],
    ['unchanged, without a due date', { due_date: null }, ['copy', 'reminder']],
    ['due in four days', { due_date: '2026-11-20' }, ['copy', 'reminder']],
    ['due in three days', { due_date: '2026-11-19' }, ['reminder', 'copy']],
    ['overdue', { due_date: '2026-11-01', status: 'overdue' }, ['reminder', 'copy']],
    ['of nothing', { balance: 0, due_date: '2026-11-01' }, ['copy']],
    ['a draft again', { status: 'draft' }, ['copy']],
    ['changed', { changes_since_sent: [CHANGE] }, ['revision']],
    ['changed and overdue', { changes_since_sent: [CHANGE], status: 'overdue' }, ['revision']],
  ])('%s', (_, changes, kinds) => expect(sendKinds({ ...invoice, ...changes }, TODAY)).toEqual(kinds))
})

const NO_TEMPLATE = { invoice_mail_subject: '', invoice_mail_text: '' }

const facts = (kind: SendKind, changes: Partial<MailFacts['invoice']> = {}): MailFacts => ({
  kind,
  invoice: {
    invoice_number: 'INV-0001',
    number: 1,
    total: 100_00,
    amount_paid: 0,
    balance: 100_00,
    payable: changes.balance ?? 100_00,
    currency: 'USD',
    due_date: '2026-12-01',
    approval_status: null,
    ...changes,
  },
  client: { name: 'Studio North', approval_required: true },
  sender: 'Ada & Co',
  today: TODAY,
})

test('an invoice without items asks before it is sent', () => {
  const invoice = {
    invoice_number: 'INV-0007',
    status: 'draft',
    client_name: 'Studio North',
    total: 0,
    currency: 'USD',
  } as const
  expect(emptyInvoiceQuestion({ ...invoice, items: [] })).toMatchObject({
    title: 'Send INV-0007 without items?',
    consequences: 'It has no items yet, and its total is $0.00.',
    confirmLabel: 'Send anyway',
  })
  expect(emptyInvoiceQuestion({ ...invoice, invoice_number: 'Draft', items: [] })).toMatchObject({
    title: 'Send the draft for Studio North without items?',
  })
})

describe('the mail', () => {
  const read = (...given: Parameters<typeof facts>) => {
    const all = facts(...given)
    return readMail(all, proposedMail(all, NO_TEMPLATE))
  }

  test('names no number before a draft has one, and is a proposal only where the client approves it', () => {
    const draft = facts('first', { number: null, invoice_number: 'Draft' })
    const final = { ...draft, client: { name: 'Studio North', approval_required: false } }
    const readAs = (all: MailFacts, template = NO_TEMPLATE) => readMail(all, proposedMail(all, template))
    expect(readAs(draft)).toMatchObject({
      subject: 'Invoice proposal from Ada & Co',
      heading: 'Invoice proposal',
    })
    expect(readAs(final)).toMatchObject({
      subject: 'Invoice from Ada & Co',
      heading: 'Invoice',
      paragraphs: ['Hello Studio North,', 'Here is your invoice for $100.00, due on December 1, 2026.'],
    })
    const template = { ...NO_TEMPLATE, invoice_mail_subject: 'Invoice {number} for {client}' }
    expect(readAs(final, template).subject).toBe('Invoice for Studio North')
  })

  test('says what it is about', () => {
    expect(read('first')).toEqual({
      subject: 'Invoice INV-0001 from Ada & Co',
      heading: 'Invoice INV-0001',
      amount: { text: '$100.00', note: 'Due December 1, 2026' },
      paragraphs: [
        'Hello Studio North,',
        'Here is invoice INV-0001 for $100.00, due on December 1, 2026. Please review it, then approve it or request changes.',
      ],
      button: 'View & review invoice',
    })
  })

  test('says that it is a copy, a revision or a reminder', () => {
    expect(read('copy', { approval_status: 'approved' })).toMatchObject({
      subject: 'Copy: Invoice INV-0001 from Ada & Co',
      heading: 'Copy of invoice INV-0001',
      paragraphs: [
        'Hello Studio North,',
        'Here is another copy of invoice INV-0001 for $100.00, due on December 1, 2026.',
      ],
      button: 'View invoice',
    })
    expect(
      read('copy', { approval_status: 'approved', amount_paid: 4_000, balance: 6_000 }).paragraphs[1],
    ).toBe(
      'Here is another copy of invoice INV-0001 for $100.00, due on December 1, 2026. $60.00 of it is still to be paid.',
    )
    expect(read('revision', { due_date: null })).toMatchObject({
      subject: 'Revised: Invoice INV-0001 from Ada & Co',
      heading: 'Revised invoice INV-0001',
      paragraphs: [
        'Hello Studio North,',
        expect.stringContaining(
          'It is now for $100.00, and replaces the one you received before. Please review',
        ),
      ],
    })
    expect(read('reminder', { approval_status: 'approved' })).toMatchObject({
      subject: 'Reminder: Invoice INV-0001 from Ada & Co',
      heading: 'Reminder: invoice INV-0001',
      paragraphs: [
        'Hello Studio North,',
        'This is a reminder that invoice INV-0001 for $100.00 is due on December 1, 2026.',
        'If you have already paid, please disregard this email.',
      ],
    })
  })

  test.each([
    [{ due_date: '2026-11-15' }, 'for $100.00 was due on November 15, 2026.'],
    [{ due_date: TODAY }, 'for $100.00 is due on November 16, 2026.'],
    [{ due_date: null }, 'for $100.00 has not been paid yet.'],
    [
      { due_date: '2026-11-15', amount_paid: 40_00, balance: 60_00 },
      'was due on November 15, 2026. $60.00 is left to pay.',
    ],
    [
      { due_date: '2026-11-15', payable: 70_00, approval_status: 'rejected' as const },
      '$70.00 can be paid now, without the lines that you asked to be changed.',
    ],
  ])('reminds of what is left: %j', (changes, sentence) => {
    expect(read('reminder', { approval_status: 'approved', ...changes }).paragraphs[1]).toContain(sentence)
  })

  test('asks to approve a proposal instead of paying it', () => {
    const proposal = { number: null, invoice_number: 'Draft', approval_status: 'pending' } as const
    expect(read('reminder', { ...proposal, due_date: '2026-11-01' })).toMatchObject({
      subject: 'Reminder: Invoice proposal from Ada & Co',
      amount: { text: '$100.00', note: 'Due November 1, 2026' },
      paragraphs: [
        'Hello Studio North,',
        'This is a reminder that the invoice proposal for $100.00 waits for your approval. Please review it, then approve it or request changes.',
      ],
    })
    const toPay = { subject: 'Payment of {number}', text: '{balance} was due on {due date}.' }
    expect(proposedMail(facts('reminder', proposal), NO_TEMPLATE, toPay).subject).toBe(
      'Reminder: Invoice proposal from Ada & Co',
    )
  })

  test('has the freelancer’s own words', () => {
    const template = {
      invoice_mail_subject: 'Your invoice {number}',
      invoice_mail_text: 'Dear {client},\n{total} of {nothing}, please.\nBy {due date}.\n\nYours, {business}',
    }
    const own = (...given: Parameters<typeof facts>) => proposedMail(facts(...given), template)
    expect(own('first')).toEqual({
      subject: 'Your invoice INV-0001',
      message: 'Dear Studio North,\n$100.00 of {nothing}, please.\nBy December 1, 2026.\n\nYours, Ada & Co',
    })
    expect(own('revision', { due_date: null })).toEqual({
      subject: 'Revised: Your invoice INV-0001',
      message: 'Dear Studio North,\n$100.00 of {nothing}, please.\n\nYours, Ada & Co',
    })
    expect(own('reminder')).toEqual({
      subject: 'Reminder: Your invoice INV-0001',
      message: expect.stringContaining('This is a reminder that'),
    })
  })

  test('has one link, its button', () => {
    const text = {
      subject: 'Pay at https://evil.example now\r\nBcc: eve@example.com',
      message: 'See www.evil.example\nor write to eve@example.com\n \n\n\nBye',
    }
    expect(readMail(facts('first'), text)).toMatchObject({
      subject: 'Pay at now Bcc:',
      paragraphs: ['See\nor write to', 'Bye'],
    })
  })
})
