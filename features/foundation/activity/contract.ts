import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { HoursSum } from '#core/number-schemas.ts'

export const ActivityType = z.enum(['client', 'project', 'time', 'invoice', 'expense', 'other'])
export type ActivityType = z.output<typeof ActivityType>

/**
 * The subject of an activity, if it has a page. Milestones, deliverables and comments are linked by their project's
 * id.
 */
export const ActivitySubject = z.object({
  type: z.enum([
    'client',
    'project',
    'project_milestones',
    'project_deliverables',
    'project_comments',
    'time_entry',
    'invoice',
    'expense',
  ]),
  id: z.int(),
})
export type ActivitySubject = z.output<typeof ActivitySubject>

export const Activity = z.object({
  type: ActivityType,
  title: z.string(),
  description: z.string(),
  date: Instant,
  logged: z
    .object({
      project_id: z.int().nullable(),
      project_name: z.string(),
      hours: HoursSum,
    })
    .optional()
    .meta({ description: 'The time that was logged, if it is about that.' }),
  subject: ActivitySubject.nullable().meta({ description: 'Null if it has no page or no longer exists.' }),
  removal_id: z.int().nullable().meta({
    description:
      'Undoes it: `POST /api/removals/{id}/undo`. Null if it is no deletion, was undone, or is older than a day.',
  }),
})
export type Activity = z.output<typeof Activity>
