import { CronExpressionParser } from 'cron-parser'

/** Reads cron as pg-boss does. Throws if it is no cron. */
const parse = (cron: string, after?: Date) =>
  CronExpressionParser.parse(cron, { tz: 'UTC', strict: false, ...(after && { currentDate: after }) })

/** False for what is no cron, and for a day that never comes. */
export function isCron(text: string): boolean {
  if (text.split(/\s+/).length !== 5) return false
  try {
    parse(text).next()
    return true
  } catch {
    return false
  }
}

export const nextTimeOf = (cron: string, after: Date): Date => parse(cron, after).next().toDate()
