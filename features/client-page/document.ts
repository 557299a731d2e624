import { Document, Page, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { formatDate, formatMoney } from '#core/format.ts'
import { printable } from '#server/pdf/fonts.ts'
import { figures, ink, oneLine, page, type } from '#server/pdf/paper.ts'
import type { Statement, StatementInCurrency } from './contract.ts'
import { describeLine, describePeriod } from './rules.ts'

interface Party {
  name: string
  /** Below the name; empty ones are left out. */
  lines: string[]
}

export interface StatementDocument {
  business: Party
  client: Party
  statement: Statement
  locale: string
}

/** What a client was billed and paid, for the client's own books. */
export function document({ business, client, statement, locale }: StatementDocument) {
  const title = `Statement of account for ${printable(client.name)}`
  return h(
    Document,
    {
      title,
      author: printable(business.name),
      creator: 'Daybook',
      producer: 'Daybook',
      language: 'en-US',
    },
    h(
      Page,
      { size: 'LETTER', style: page },
      h(
        View,
        { style: { flexDirection: 'row', justifyContent: 'space-between', gap: 32, marginBottom: 24 } },
        h(
          View,
          { style: { flex: 1, gap: 4 } },
          h(Text, { style: type.title }, 'Statement of account'),
          h(Text, { style: { color: ink.muted } }, describePeriod(statement)),
        ),
        party(business, { textAlign: 'right', maxWidth: 220 }),
      ),
      party(client, { marginBottom: 24 }),
      ...statement.currencies.map((part) => account(part, statement, locale)),
      statement.currencies.length === 0 &&
        h(Text, { style: { color: ink.faint } }, 'No invoices or payments in this period.'),
      footer(business.name),
    ),
  )
}

const party = ({ name, lines }: Party, style: object) =>
  h(
    View,
    { style: { gap: 2, ...style } },
    h(Text, { style: type.strong }, printable(name)),
    ...lines
      .filter(Boolean)
      .map((line, index) => h(Text, { key: index, style: { color: ink.muted } }, printable(line))),
  )

function account(part: StatementInCurrency, { from, to }: Statement, locale: string) {
  const money = (amount: number) => formatMoney(amount, part.currency, locale)
  return h(
    View,
    { key: part.currency, style: { marginBottom: 24 } },
    h(
      Text,
      { style: { ...type.heading, marginBottom: 8 }, minPresenceAhead: 80 },
      `Amounts in ${part.currency}`,
    ),
    HEADER,
    row(
      { day: formatDate(from), text: 'Opening balance', balance: money(part.opening_balance) },
      { color: ink.muted },
      'opening',
    ),
    ...part.lines.map((line, index) =>
      row(
        {
          day: formatDate(line.day),
          text: describeLine(line),
          ...(line.type === 'invoice' ? { billed: money(line.amount) } : { paid: money(-line.amount) }),
          balance: money(line.balance),
        },
        {},
        index,
      ),
    ),
    row(
      {
        day: formatDate(to),
        text: 'Closing balance',
        billed: money(part.invoiced),
        paid: money(part.paid),
        balance: money(part.closing_balance),
      },
      type.strong,
      'closing',
    ),
  )
}

interface Cells {
  day: string
  text: string
  billed?: string
  paid?: string
  balance: string
}

const AMOUNT = { width: 84, ...figures, ...oneLine }

const row = ({ day, text, billed = '', paid = '', balance }: Cells, style: object, key: string | number) =>
  h(
    View,
    {
      key,
      wrap: false,
      style: {
        flexDirection: 'row',
        alignItems: 'center',
        minHeight: 20,
        paddingVertical: 4,
        borderBottom: `0.75 solid ${ink.hairline}`,
      },
    },
    h(Text, { style: { ...style, width: 76 } }, day),
    h(Text, { style: { ...style, flex: 1, paddingRight: 8 } }, printable(text)),
    h(Text, { style: { ...style, ...AMOUNT } }, billed),
    h(Text, { style: { ...style, ...AMOUNT } }, paid),
    h(Text, { style: { ...style, ...AMOUNT } }, balance),
  )

const HEADER = row(
  { day: 'Date', text: 'Description', billed: 'Invoiced', paid: 'Paid', balance: 'Balance' },
  { ...type.micro, color: ink.faint },
  'head',
)

const footer = (business: string) =>
  h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        bottom: 28,
        left: 48,
        right: 48,
        flexDirection: 'row',
        justifyContent: 'space-between',
        color: ink.faint,
        ...type.micro,
      },
    },
    h(Text, { style: { ...oneLine, maxWidth: 380 } }, printable(business)),
    h(Text, {
      render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
        `Page ${pageNumber} of ${totalPages}`,
    }),
  )
