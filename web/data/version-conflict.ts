import type { z } from 'zod'
import { hasCode } from './api-error.ts'

/** The current record, if the error is a version conflict. */
export function savedIn<Saved>(error: unknown, record: z.ZodType<Saved>): Saved | undefined {
  if (!hasCode(error, 'version_conflict')) return undefined
  return record.safeParse(error.body.current).data
}
