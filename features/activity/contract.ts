import { z } from 'zod'
import { Instant } from '#core/calendar.ts'

export const ActivityType = z.enum(['client', 'project', 'time', 'invoice', 'expense', 'other'])
export type ActivityType = z.output<typeof ActivityType>

export const Activity = z.object({
  type: ActivityType,
  title: z.string(),
  description: z.string(),
  date: Instant,
})
export type Activity = z.output<typeof Activity>
