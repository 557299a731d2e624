import { addressLines, type PostalAddress } from '#core/address.ts'
import { formatDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { type Paper, paperOf } from '#core/paper.ts'
import type { Statement, StatementInCurrency } from '../contract.ts'
import { describeCredit, describeLine, describePeriod, isSettling } from './statement.ts'

interface Party {
  name: string
  lines: string[]
}

/** A statement of account as it is printed: every text of it. */
export interface StatementDocument {
  paper: Paper
  title: string
  period: string
  business: Party
  client: Party
  tables: StatementTable[]
  /** Shown instead of an empty table. */
  nothing: string
}

export interface StatementTable {
  title: string
  header: StatementRow
  opening: StatementRow
  rows: StatementRow[]
  closing: StatementRow
  /** Below the table. */
  note: string
}

export interface StatementRow {
  day: string
  text: string
  invoiced: string
  paid: string
  balance: string
}

interface StatementParties {
  business: PostalAddress & { name: string; tax_id: string }
  client: PostalAddress & { name: string; company: string; tax_id: string }
}

export const documentOf = (
  statement: Statement,
  { business, client }: StatementParties,
  locale: string,
): StatementDocument => ({
  paper: paperOf(business.country),
  title: 'Statement of account',
  period: describePeriod(statement),
  business: { name: business.name, lines: linesOf(business) },
  client: { name: client.name, lines: [client.company, ...linesOf(client)].filter(Boolean) },
  tables: statement.currencies.map((part) => tableOf(part, statement, locale)),
  nothing: 'No invoices or payments in this period.',
})

const linesOf = (party: PostalAddress & { tax_id: string }): string[] =>
  [...addressLines(party), party.tax_id].filter(Boolean)

const HEADER: StatementRow = {
  day: 'Date',
  text: 'Description',
  invoiced: 'Invoiced',
  paid: 'Paid',
  balance: 'Balance',
}

function tableOf(part: StatementInCurrency, { from, to }: Statement, locale: string): StatementTable {
  const money = (amount: MinorUnits) => formatMoney(amount, part.currency, locale)
  return {
    title: `Amounts in ${part.currency}`,
    header: HEADER,
    opening: {
      day: formatDate(from),
      text: 'Opening balance',
      invoiced: '',
      paid: '',
      balance: money(part.opening_balance),
    },
    rows: part.lines.map((line) => ({
      day: formatDate(line.day),
      text: describeLine(line),
      invoiced: isSettling(line) ? '' : money(line.amount),
      paid: isSettling(line) ? money(-line.amount) : '',
      balance: money(line.balance),
    })),
    closing: {
      day: formatDate(to),
      text: 'Closing balance',
      invoiced: money(part.invoiced),
      paid: money(part.paid + part.written_off),
      balance: money(part.closing_balance),
    },
    note: describeCredit(part, locale),
  }
}
