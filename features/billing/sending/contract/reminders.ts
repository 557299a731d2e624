import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { Version } from '#core/schemas.ts'
import { maxLength } from '#core/text.ts'

/** Most days before the due date. */
export const MAX_DAYS_BEFORE = 30
export const MAX_DAYS_AFTER = 90
export const MAX_REMINDERS = 8

/** The freelancer's text of a mail; empty for Daybook's default. */
export const MailText = z.object({
  subject: maxLength(200)
    .refine((entered) => !/\p{Control}/u.test(entered), 'Must be one line')
    .default(''),
  text: maxLength(5000).default('').meta({ description: 'Paragraphs, separated by an empty line.' }),
})
export type MailText = z.output<typeof MailText>

export const ReminderRule = MailText.extend({
  days_after_due: z
    .int('Must be a whole number')
    .min(-MAX_DAYS_BEFORE, `Must be at most ${MAX_DAYS_BEFORE} days before`)
    .max(MAX_DAYS_AFTER, `Must be at most ${MAX_DAYS_AFTER} days after`)
    .meta({ description: 'On which day it goes, counted from the due date. Negative for days before.' }),
  is_enabled: z.boolean(),
})
export type ReminderRule = z.output<typeof ReminderRule>

export const Thanks = MailText.extend({
  is_enabled: z
    .boolean()
    .meta({ description: 'Whether clients who pay online get an email with their receipt.' }),
})
export type Thanks = z.output<typeof Thanks>

export const Reminders = z.object({
  rules: z.array(ReminderRule).meta({ description: 'By their day.' }),
  thanks: Thanks,
  version: Version,
})
export type Reminders = z.output<typeof Reminders>

export const ONE_A_DAY = 'There is another reminder on this day'

/** Omitted fields stay as they are. */
export const RemindersInput = z.object({
  rules: z
    .array(ReminderRule)
    .max(MAX_REMINDERS, `There are at most ${MAX_REMINDERS} reminders`)
    .check(({ value, issues }) => {
      const days = new Set<number>()
      for (const [index, { days_after_due }] of value.entries()) {
        if (days.has(days_after_due))
          issues.push({ code: 'custom', input: value, path: [index, 'days_after_due'], message: ONE_A_DAY })
        days.add(days_after_due)
      }
    })
    .optional(),
  thanks: Thanks.optional(),
})
export type RemindersInput = z.output<typeof RemindersInput>
export type RemindersForm = z.input<typeof RemindersInput>

export const remindersApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/reminders',
    access: 'account',
    summary: 'Which reminders clients get of unpaid invoices, and how they are thanked for payments',
    description:
      'Of invoices that were mailed, in the morning of your time zone. None for an invoice that is paid, cancelled, changed ' +
      'since it was sent, or answered with changes requested, and none within three days of its first mail or of another reminder.',
    response: Reminders,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/reminders',
    access: 'account',
    summary: 'Change the reminders; what is left out stays as it is',
    description:
      'Subject and text may contain `{number}`, `{client}`, `{total}`, `{balance}`, `{due date}` and `{business}`; in thanks ' +
      'also `{amount}` and `{paid on}`. Where they are empty, Daybook writes the mail.',
    body: RemindersInput,
    response: Reminders,
    versioned: 'changed',
  },
})
