import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { Money, priced } from '#core/money-schemas.ts'
import { serializerCompiler } from './serialize.ts'

const Invoice = priced(
  z.object({
    id: z.int(),
    currency: z.string(),
    total: Money,
    paid_at: Instant.nullable(),
    status: z.enum(['draft', 'paid']),
    items: z.array(z.object({ description: z.string(), billable: z.boolean().optional() })),
    approval: z.union([z.literal('none'), z.object({ at: Instant })]),
  }),
)

const invoice = {
  id: 7,
  currency: 'USD',
  total: 12_345,
  paid_at: new Date('2026-11-15T10:00:00.123Z'),
  status: 'paid',
  items: [{ description: 'Design', billable: true }, { description: 'Build' }],
  approval: { at: new Date('2026-11-16T10:00:00Z') },
}

const serialize = serializerCompiler({ schema: Invoice, method: 'GET', url: '/' })

describe('a response', () => {
  test('equals what Zod would encode', () => {
    expect(serialize(invoice)).toBe(JSON.stringify(z.encode(Invoice, invoice as z.output<typeof Invoice>)))
    expect(JSON.parse(serialize({ ...invoice, paid_at: null, approval: 'none' }))).toMatchObject({
      total: 123.45,
      paid_at: null,
      approval: 'none',
    })
  })

  test('contains only the fields of its schema', () => {
    const more = { ...invoice, secret: 'x', items: [{ description: 'Design', cost: 'x' }] }
    expect(serialize(more)).not.toContain('x')
  })

  test.each([
    ['id', '7'],
    ['total', undefined],
    ['paid_at', '2026-11-15'],
    ['status', 'lost'],
    ['items', {}],
    ['items', [null]],
  ])('is refused with %s %j, which is named', (field, value) => {
    expect(() => serialize({ ...invoice, [field]: value })).toThrow(new RegExp(`"${field}"`))
  })
})
