import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

export const Overview = z.object({
  version: z.string(),
  database: z.object({ kind: z.enum(['embedded', 'server']), version: z.string() }),
  uptime_seconds: z.int().meta({ description: 'Of the server that answers.' }),
  accounts: z.object({ total: z.int(), new_in_30_days: z.int() }).meta({ description: 'Without demos.' }),
  mail: z.object({
    kind: z.enum(['smtp', 'sandbox', 'none']),
    from: z.string(),
    waiting: z.int().meta({ description: 'Emails to be sent, now or later.' }),
    failed_this_week: z.int(),
  }),
  backups: z.object({
    directory: z.string(),
    keep: z.int(),
    next_at: Instant.nullable().meta({ description: 'Null if none are scheduled.' }),
    is_pending: z.boolean().meta({ description: 'Whether one is being made, or will be tried again soon.' }),
    last: z
      .object({
        created_at: Instant,
        file: z.string(),
        size: z.int(),
        missing_files: z
          .int()
          .meta({ description: 'Files that records name and that are gone from the store.' }),
      })
      .nullable(),
    failure: z
      .object({ created_at: Instant, error: z.string() })
      .nullable()
      .meta({ description: 'The last one that failed, unless one was made since.' }),
  }),
})
export type Overview = z.output<typeof Overview>

export const AdminAccount = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string(),
  created_at: Instant,
  last_seen_at: Instant.nullable(),
  plan: z.string(),
  storage_bytes: z.int(),
})
export type AdminAccount = z.output<typeof AdminAccount>

export const FailedEmail = z.object({
  account_id: z.int(),
  id: z.int(),
  account_email: z.string(),
  audience: z.enum(['client', 'freelancer']).meta({ description: 'For whom it was.' }),
  status: z
    .enum(['failed', 'uncertain'])
    .meta({ description: 'Uncertain: it may have arrived, so it is not sent again.' }),
  changed_at: Instant,
  reason: z.string().meta({ description: 'Without email addresses.' }),
  can_retry: z.boolean(),
})
export type FailedEmail = z.output<typeof FailedEmail>

export const FailedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  failed_at: Instant,
  reason: z.string().meta({ description: 'Without email addresses.' }),
})
export type FailedJob = z.output<typeof FailedJob>

const EmailToRetry = z.object({ account_id: z.int().positive(), id: z.int().positive() })
export type EmailToRetry = z.output<typeof EmailToRetry>

/** About this Daybook as a whole. Nothing of what freelancers keep in their books. */
export const adminApi = endpoints({
  overview: {
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    summary: 'The state of this Daybook',
    response: Overview,
  },
  accounts: {
    method: 'GET',
    path: '/api/admin/accounts',
    access: 'admin',
    summary: 'All accounts, newest first',
    description: '`q` finds the beginnings of words of names and email addresses.',
    response: z.array(AdminAccount),
    paged: true,
  },
  emails: {
    method: 'GET',
    path: '/api/admin/emails',
    access: 'admin',
    summary: 'Emails that were not sent: the 50 newest of the last 30 days',
    response: z.array(FailedEmail),
  },
  retryEmail: {
    method: 'POST',
    path: '/api/admin/emails/retry',
    access: 'admin',
    summary: 'Send a failed email once more',
    body: EmailToRetry,
    response: Done,
  },
  testEmail: {
    method: 'POST',
    path: '/api/admin/emails/test',
    access: 'admin',
    summary: 'Send yourself an email, at once',
    response: z.object({
      outcome: z.enum(['sent', 'refused', 'uncertain']),
      reason: z.string().nullable(),
    }),
  },
  jobs: {
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'admin',
    summary: 'Jobs that failed for good in the last 30 days',
    response: z.object({
      count: z.int(),
      jobs: z.array(FailedJob).meta({ description: 'Newest first. Empty if there are more than 500.' }),
    }),
  },
  retryJob: {
    method: 'POST',
    path: '/api/admin/jobs/retry',
    access: 'admin',
    summary: 'Run a failed job once more',
    body: z.object({ id: z.uuid() }),
    response: Done,
  },
  backUp: {
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    summary: 'Make a backup now',
    response: Done,
    status: 202,
  },
})
