import { describe, expect, test } from 'vitest'
import { NO_DISCOUNT } from '#core/document-lines.ts'
import { differences } from './differences.ts'

describe('a decision', () => {
  test('names the amounts of each side in its own currency', () => {
    const invoice = {
      ...NO_DISCOUNT,
      ...{ invoice_number: 'INV-0001', issue_date: '2026-11-01', due_date: null, tax_rate: 0, notes: '' },
      ...{ service_from: null, service_to: null, tax_category: 'standard' as const },
      ...{ currency: 'JPY', subtotal: 99, tax_amount: 0, total: 99 },
      items: [{ id: 1, description: 'Design', quantity: 10_000, unit: '' as const, rate: 99, amount: 99 }],
    }
    const decided = {
      ...invoice,
      ...{ currency: 'USD', subtotal: 9900, total: 9900 },
      items: [
        { id: 1, description: 'Design', quantity: 10_000, unit: '' as const, rate: 9900, amount: 9900 },
      ],
    }
    expect(differences(decided, invoice)).toEqual([
      { what: 'Item', before: 'Design: 1 × $99.00 = $99.00', after: 'Design: 1 × ¥99 = ¥99' },
      { what: 'Total', before: '$99.00', after: '¥99' },
    ])
  })
})
