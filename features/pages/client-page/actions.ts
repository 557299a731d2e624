import { yearOf } from '#core/calendar.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { valueUnbilled } from '#features/billing/billable-work/rules.ts'
import { deleteRecurringInvoicesOf } from '#features/billing/recurring-invoices/actions/recurring-invoices.ts'
import { eraseDetails, getClient } from '#features/engagement/clients/actions.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { ERASED_NAME } from '#features/engagement/clients/rules.ts'
import { eraseContactsOf } from '#features/engagement/contacts/actions/contacts.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import type { Activity } from '#features/foundation/activity/contract.ts'
import { getBusiness, logoFile } from '#features/foundation/business/actions.ts'
import { inHomeCurrency } from '#features/foundation/currencies/actions.ts'
import { activityOfClient } from '#features/pages/dashboard/actions.ts'
import { sumUpMoney } from '#features/pages/money/actions.ts'
import { asPart, figureOf, type InvoicePart } from '#features/pages/money/rules.ts'
import { type Context, inTransaction } from '#server/context.ts'
import type { Download } from '#server/http/download.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { ClientOverview, Statement, StatementPeriod } from './contract.ts'
import { documentOf } from './rules/document.ts'
import * as rules from './rules/statement.ts'
import * as store from './store.ts'

export async function clientOverview(ctx: Context, id: number): Promise<ClientOverview> {
  await getClient(ctx, id)
  const { db, accountId, today, now, currency: home } = ctx
  const { sums, rates } = await sumUpMoney(ctx, { client_id: id })
  const paid = await store.sumUpPayments(db, accountId, id, { from: yearOf(today).first, to: today })
  const { portal_status, last_seen_at, ...counts } = await store.findOverview(db, accountId, id, now)
  const credit = (await store.listCredit(db, accountId, id)).map(({ overpaid, ...invoice }) => ({
    currency: invoice.currency,
    amount: overpaid,
    home_amount: inHomeCurrency(ctx, overpaid, invoice.currency, invoice.exchange_rate),
    count: 1,
  }))
  const unbilled = sums.unbilled.map((work) => valueUnbilled(work, rates))
  const invoices = (isCounted: (part: InvoicePart) => boolean) =>
    figureOf(sums.invoices.filter(isCounted), home)
  return {
    home_currency: home,
    unbilled: figureOf(unbilled.map(asPart), home),
    drafts: invoices(({ part }) => part === 'drafts'),
    outstanding: invoices(({ part }) => part !== 'drafts'),
    overdue: invoices(({ part }) => part === 'overdue'),
    paid_this_year: figureOf(paid, home),
    credit: figureOf(credit, home),
    unbilled_projects: unbilled,
    portal: { status: portal_status, last_seen_at },
    ...counts,
  }
}

export async function clientActivity(ctx: Context, id: number, query: PageQuery): Promise<Page<Activity>> {
  await getClient(ctx, id)
  return activityOfClient(ctx, id, query)
}

export async function clientStatement(ctx: Context, id: number, chosen: StatementPeriod): Promise<Statement> {
  await getClient(ctx, id)
  const period = rules.periodOf(chosen, ctx.today)
  const movements = await store.listMovements(ctx.db, ctx.accountId, id, period)
  return rules.toStatement(id, period, movements, ctx.currency)
}

export async function statementAsPdf(ctx: Context, id: number, period: StatementPeriod): Promise<Download> {
  const client = await getClient(ctx, id)
  const statement = await clientStatement(ctx, id, period)
  const business = await getBusiness(ctx)
  const { name } = await businessOf(ctx)
  const files = await logoFile(ctx, business.logo_id)
  const document = documentOf(statement, { business: { ...business, name }, client }, ctx.locale)
  const data = { ...document, has_logo: 'logo' in files }
  return {
    name: `${rules.statementFileName(name, client.name, statement)}.pdf`,
    content: await renderPdf(ctx, new URL('./statement.typ', import.meta.url), data, { files }),
  }
}

export function eraseClient(ctx: Context, id: number, ifMatch: IfMatch): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    await eraseDetails(tx, id, ifMatch)
    await eraseContactsOf(tx, id)
    await deleteRecurringInvoicesOf(tx, id)
    await store.eraseNames(tx.db, tx.accountId, id, ERASED_NAME)
    return getClient(tx, id)
  })
}
