import { monthOf } from '#core/calendar.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { businessOf } from '#features/account/actions.ts'
import { requireFeature } from '#features/subscription/actions.ts'
import type { Context } from '#server/context.ts'
import type { Download } from '#server/http/download.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { Report, TimeRange } from './contract.ts'
import type { ReportDocument } from './document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export async function report(ctx: Context, timeRange: TimeRange): Promise<Report> {
  await requireFeature(ctx, 'advanced_reports')
  const { db, accountId, today, currency } = ctx
  const range = rules.rangeOf(timeRange, today)
  const period = { ...range, thisMonth: monthOf(today).first, lastMonth: rules.sameDaysOfLastMonth(today) }
  return rules.toReport(timeRange, range, await store.sumUp(db, accountId, period), currency)
}

export async function reportAsCsv(ctx: Context, timeRange: TimeRange): Promise<Download> {
  const found = await report(ctx, timeRange)
  const { name: business } = await businessOf(ctx)
  const head = [
    ['Report', business],
    ['From', found.from],
    ['To', found.to],
    ...(found.currency === DEFAULT_CURRENCY ? [] : [['Currency', found.currency]]),
  ]
  const tables = rules
    .reportTables(found)
    .flatMap(({ title, header, rows }) => [[], [title], header, ...rows])
  return {
    name: `${rules.reportFileName(business, found)}.csv`,
    content: BYTE_ORDER_MARK + [...head, ...tables].map(csvLine).join(''),
  }
}

export async function reportAsPdf(ctx: Context, timeRange: TimeRange): Promise<Download> {
  const found = await report(ctx, timeRange)
  const { name: business } = await businessOf(ctx)
  const data: ReportDocument = { business, report: rules.printed(found, ctx.locale) }
  return {
    name: `${rules.reportFileName(business, found)}.pdf`,
    content: await renderPdf(ctx, new URL('./document.ts', import.meta.url), data),
  }
}
