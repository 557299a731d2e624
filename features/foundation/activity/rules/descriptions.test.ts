import { expect, test } from 'vitest'
import { describeActivity } from './descriptions.ts'
import { ActivityEvent } from './events.ts'

test('an event keeps the fields that it names, and no others of the record', () => {
  const client = { id: 7, name: 'Studio North', email: 'hello@north.example', notes: 'Pays late' }
  expect(ActivityEvent.parse({ type: 'client.created', client })).toEqual({
    type: 'client.created',
    client: { id: 7, name: 'Studio North' },
  })
})

test('every type of event reads as something, and without a name once its client was removed', () => {
  const types = ActivityEvent.options.flatMap(({ shape }) => [...shape.type.values])
  expect(types.length).toBeGreaterThan(40)
  for (const type of types) {
    expect(describeActivity({ type, data: null, comment: null })).toEqual({
      type: expect.stringMatching(/^(client|project|time|invoice|expense|other)$/),
      title: expect.stringMatching(/^[A-Z]/),
      description: 'A removed client',
    })
  }
})

test('amounts and hours are written in the locale of the account', () => {
  const expense = { id: 1, description: 'Train', amount: 125_000, currency: 'EUR' }
  const described = (locale: string) =>
    describeActivity({ type: 'expense.created', data: { expense }, comment: null }, locale).description
  expect(described('en-US')).toBe('Train, €1,250.00')
  expect(described('de-DE')).toBe('Train, 1.250,00\u00a0€')
})
