import { describe, expect, test } from 'vitest'
import { signIn } from '#tests/app.ts'
import { invalidField } from '#tests/refusals.ts'
import { type RemindersForm, remindersApi } from './contract/reminders.ts'
import { describeDay } from './rules/reminders.ts'

const rule = (days_after_due: number, change: object = {}) => ({
  days_after_due,
  is_enabled: true,
  ...change,
})

describe('the reminders of an account', () => {
  test('are by default three days before, on the day, and 7 and 14 days after', async () => {
    const ada = await signIn('Ada')
    expect(await ada.call(remindersApi.get)).toEqual({
      rules: [-3, 0, 7, 14].map((days) => rule(days, { subject: '', text: '' })),
      thanks: { is_enabled: true, subject: '', text: '' },
      version: 1,
    })
  })

  test('are changed, by their day, and what is left out stays', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const text = 'Dear {client},\n\nplease pay.'
    const body: RemindersForm = { rules: [rule(30, { text }), rule(-1, { is_enabled: false })] }
    const changed = await ada.call(remindersApi.update, { body })
    expect(changed).toMatchObject({
      rules: [
        { days_after_due: -1, is_enabled: false, subject: '', text: '' },
        { days_after_due: 30, is_enabled: true, subject: '', text },
      ],
      version: 2,
    })
    const thanks = { is_enabled: false, subject: 'Thank you', text: '' }
    const both = await ada.call(remindersApi.update, { body: { thanks } })
    expect(both).toEqual({ ...changed, thanks, version: 3 })
    expect(await ada.call(remindersApi.get)).toEqual(both)
    expect(await ada.call(remindersApi.update, { body: { rules: [] } })).toMatchObject({ rules: [] })
    expect((await grace.call(remindersApi.get)).rules).toHaveLength(4)
  })

  test.each<[string, RemindersForm, string]>([
    ['two on one day', { rules: [rule(7), rule(7)] }, 'rules.1.days_after_due'],
    ['one long before', { rules: [rule(-31)] }, 'rules.0.days_after_due'],
    ['one long after', { rules: [rule(91)] }, 'rules.0.days_after_due'],
    ['one on half a day', { rules: [rule(0.5)] }, 'rules.0.days_after_due'],
    ['too many', { rules: Array.from({ length: 9 }, (_, days) => rule(days)) }, 'rules'],
    ['a subject of two lines', { rules: [rule(0, { subject: 'a\nb' })] }, 'rules.0.subject'],
    ['a text that is too long', { thanks: { is_enabled: true, text: 'a'.repeat(5001) } }, 'thanks.text'],
  ])('are refused with %s', async (_, body, field) => {
    const ada = await signIn('Ada')
    expect(await ada.try(remindersApi.update, { body })).toMatchObject(invalidField(field))
  })
})

test.each([
  [-3, '3 days before the due date'],
  [-1, '1 day before the due date'],
  [0, 'On the due date'],
  [1, '1 day after the due date'],
])('%i is said as %s', (days, words) => expect(describeDay(days)).toBe(words))
