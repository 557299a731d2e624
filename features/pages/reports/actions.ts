import { monthOf } from '#core/calendar.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { requireFeature } from '#features/foundation/subscription/actions/entitlement.ts'
import type { Context } from '#server/context.ts'
import type { Download } from '#server/http/download.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { MonthTotals, Report, ReportQuery } from './contract.ts'
import { documentOf } from './rules/document.ts'
import { printed, reportFileName, reportTables } from './rules/export.ts'
import { daysOf, sameDaysOfLastMonth, timeRangeOf } from './rules/period.ts'
import { toReport } from './rules/report.ts'
import * as store from './store.ts'

export async function report(ctx: Context, query: ReportQuery): Promise<Report> {
  await requireFeature(ctx, 'advanced_reports')
  const { db, accountId, today, currency } = ctx
  const days = { timeRange: timeRangeOf(query), ...daysOf(query, today), today }
  const period = { ...days, thisMonth: monthOf(today).first, lastMonth: sameDaysOfLastMonth(today) }
  return toReport(days, await store.sumUp(db, accountId, period), currency)
}

/** On every plan, unlike a report. */
export async function monthTotals({ db, accountId, today, currency }: Context): Promise<MonthTotals> {
  return { currency, month: today.slice(0, 7), ...(await store.sumUpMonth(db, accountId, monthOf(today))) }
}

export async function reportAsCsv(ctx: Context, query: ReportQuery): Promise<Download> {
  const found = await report(ctx, query)
  const { name: business } = await businessOf(ctx)
  const head = [
    ['Report', business],
    ['From', found.from],
    ['To', found.to],
    ...(found.currency === DEFAULT_CURRENCY ? [] : [['Currency', found.currency]]),
  ]
  const tables = reportTables(found).flatMap(({ title, header, rows }) => [[], [title], header, ...rows])
  return {
    name: `${reportFileName(business, found)}.csv`,
    content: BYTE_ORDER_MARK + [...head, ...tables].map(csvLine).join(''),
  }
}

export async function reportAsPdf(ctx: Context, query: ReportQuery): Promise<Download> {
  const found = await report(ctx, query)
  const { name } = await businessOf(ctx)
  const { country } = await profileOf(ctx)
  const document = documentOf({ name, country }, printed(found, ctx.locale))
  return {
    name: `${reportFileName(name, found)}.pdf`,
    content: await renderPdf(ctx, new URL('./report.typ', import.meta.url), document),
  }
}
