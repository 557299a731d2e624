import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ApprovalStatus } from '#features/approvals/contract.ts'
import { accountId, day, hundredths, id, instant, reference, version } from '#server/database/columns.ts'
import type { InvoiceStatus } from './contract.ts'

/** Names are copied onto the invoice: it says what it said when it was written. */
export const invoices = pgTable('invoices', {
  accountId: accountId(),
  id: id(),
  number: integer().notNull(),
  clientId: reference('client_id').notNull(),
  clientName: text('client_name').notNull(),
  projectId: reference('project_id'),
  projectName: text('project_name'),
  issueDate: day('issue_date').notNull(),
  dueDate: day('due_date'),
  taxRate: hundredths('tax_rate').notNull(),
  subtotal: hundredths('subtotal').notNull(),
  taxAmount: hundredths('tax_amount').notNull(),
  total: hundredths('total').notNull(),
  notes: text().notNull(),
  status: text().notNull().$type<InvoiceStatus>(),
  paidOn: day('paid_on'),
  approvalStatus: text('approval_status').$type<ApprovalStatus>(),
  clientNotes: text('client_notes').notNull().default(''),
  approvedAt: instant('approved_at'),
  rejectedAt: instant('rejected_at'),
  sentAt: instant('sent_at'),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
  version: version(),
})

export const invoiceItems = pgTable('invoice_items', {
  accountId: accountId(),
  id: id(),
  invoiceId: reference('invoice_id').notNull(),
  description: text().notNull(),
  quantity: hundredths('quantity').notNull(),
  rate: hundredths('rate').notNull(),
  amount: hundredths('amount').notNull(),
})
