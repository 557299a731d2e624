import { addDays, type DateOnly } from '#core/calendar.ts'
import type { MailText, ReminderRule, Reminders } from '../contract/reminders.ts'

export const NO_TEXT: MailText = { subject: '', text: '' }

/** No reminder goes within so many days of the first mail or of another reminder. */
export const QUIET_DAYS = 3

/** With nothing entered. */
export const DEFAULT_REMINDERS: Reminders = {
  rules: [-3, 0, 7, 14].map((days_after_due) => ({ days_after_due, is_enabled: true, ...NO_TEXT })),
  thanks: { is_enabled: true, ...NO_TEXT },
  version: 1,
}

/** "3 days before the due date" */
export function describeDay(daysAfterDue: number): string {
  if (daysAfterDue === 0) return 'On the due date'
  const days = Math.abs(daysAfterDue)
  return `${days} ${days === 1 ? 'day' : 'days'} ${daysAfterDue < 0 ? 'before' : 'after'} the due date`
}

export const dayOfRule = (dueDate: DateOnly, { days_after_due }: ReminderRule): DateOnly =>
  addDays(dueDate, days_after_due)

/** The reminder whose turn it is on a day: the last one that is on and whose day has come. */
export const ruleAt = (
  rules: readonly ReminderRule[],
  dueDate: DateOnly,
  day: DateOnly,
): ReminderRule | undefined =>
  rules
    .filter((rule) => rule.is_enabled && dayOfRule(dueDate, rule) <= day)
    .toSorted((a, b) => a.days_after_due - b.days_after_due)
    .at(-1)

/** A reminder that is sent by hand has the text of the one whose turn it is. */
export const reminderText = (
  { rules }: Pick<Reminders, 'rules'>,
  dueDate: DateOnly | null,
  today: DateOnly,
): MailText => (dueDate === null ? undefined : ruleAt(rules, dueDate, today)) ?? NO_TEXT
