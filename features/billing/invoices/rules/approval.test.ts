import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvoiceStatus } from '../contract/invoice.ts'
import { approvalToShow, awaitsDecision } from './approval.ts'

const status = fc.constantFrom(...InvoiceStatus.options)

describe('a decision', () => {
  const approval = fc.option(fc.constantFrom('pending', 'approved', 'rejected'))

  test('is open on what was sent and is undecided, and only then shown as pending', () => {
    fc.assert(
      fc.property(status, approval, (reads, approval_status) => {
        const invoice = { status: reads, approval_status }
        const open = ['sent', 'overdue'].includes(reads) && approval_status !== 'approved'
        expect(awaitsDecision(invoice)).toBe(open && approval_status !== 'rejected')
        if (approvalToShow(invoice) === 'pending') expect(awaitsDecision(invoice)).toBe(true)
      }),
    )
  })
})
