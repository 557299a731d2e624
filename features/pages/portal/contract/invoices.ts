import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { TaxCategory } from '#core/document-lines.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { Percent, TaxRate } from '#core/number-schemas.ts'
import {
  ApprovedFile,
  DocumentDetails,
  InvoiceDifference,
  InvoiceStatus,
} from '#features/billing/invoices/contract/invoice.ts'
import { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { PaidNotice } from '#features/billing/invoices/contract/payments.ts'
import { LineRequest } from '#features/billing/line-requests/contract.ts'
import { Payment } from '#features/billing/payments/contract.ts'
import { ApprovalStatus, Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { Business, Locale } from './projects.ts'

const InvoiceFields = z.object({
  id: z.int(),
  invoice_number: z.string(),
  number: z.int().nullable().meta({ description: 'Null while it is a proposal, which waits for approval.' }),
  status: InvoiceStatus.exclude(['draft']),
  approval_status: ApprovalStatus.nullable(),
  issue_date: DateOnly,
  due_date: DateOnly.nullable(),
  service_from: DateOnly.nullable(),
  service_to: DateOnly.nullable(),
  currency: CurrencyCode,
  subtotal: Money,
  discount_percent: Percent.nullable(),
  discount_amount: Money,
  tax_category: TaxCategory,
  tax_rate: TaxRate,
  tax_amount: Money,
  total: Money,
  amount_paid: Money,
  written_off: Money.meta({ description: 'What the freelancer no longer asks for.' }),
  credited: Money.meta({ description: 'What credit notes have taken back.' }),
  balance: Money.meta({ description: 'What is left to pay.' }),
  notes: z.string(),
  client_notes: z.string(),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
})

export const PortalInvoice = priced(InvoiceFields)

export type PortalInvoice = z.output<typeof PortalInvoice>

const ExpenseReceipt = z.object({
  id: z.int(),
  expense: z.string().meta({ description: 'What was bought.' }),
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
})

export const PortalInvoiceDetail = priced(
  InvoiceFields.extend({
    locale: Locale,
    time_zone: z
      .string()
      .meta({ description: 'In which the days of the document are counted.', example: 'Europe/Lisbon' }),
    project_name: z.string().nullable(),
    client_name: z.string().meta({ description: 'As it was when the invoice was written.' }),
    business: Business,
    approval_required: z
      .boolean()
      .meta({ description: 'Whether the freelancer asks this client to approve invoices.' }),
    approved_files: z.array(ApprovedFile),
    details: DocumentDetails,
    paid_on: DateOnly.nullable(),
    can_pay_online: z
      .boolean()
      .meta({ description: 'Whether it can be paid online, once it is approved where that is asked.' }),
    payment_processing: z
      .boolean()
      .meta({ description: 'Whether it was paid by a slow method, and the payment has not arrived yet.' }),
    paid_notice: PaidNotice.nullable().meta({
      description: 'What the client said about paying it, unless a payment was entered since.',
    }),
    items: z.array(
      InvoiceItem.pick({
        id: true,
        description: true,
        quantity: true,
        unit: true,
        rate: true,
        amount: true,
      }),
    ),
    overpaid: Money.meta({ description: 'What was paid beyond it, and neither refunded nor used: credit.' }),
    client_credit: Money.meta({ description: 'Credit from other invoices in this currency.' }),
    payments: z
      .array(
        Payment.pick({ id: true, kind: true, amount: true, surplus: true, written_off: true, paid_on: true }),
      )
      .meta({ description: 'In the order in which they were entered.' }),
    credit_notes: z
      .array(
        z.object({
          id: z.int(),
          credit_note_number: z.string(),
          issue_date: DateOnly,
          total: Money,
          reason: z.string(),
        }),
      )
      .meta({ description: 'What was taken back of it, the earliest first.' }),
    expense_receipts: z
      .array(ExpenseReceipt)
      .meta({ description: 'The receipts of the expenses that it bills, if they are shared.' }),
    revision: z
      .string()
      .meta({ description: 'Changes whenever its items, discount, tax, dates or notes do.' }),
    payable: Money.meta({
      description:
        'What can be paid now: the balance without lines that changes were requested on; zero if they were requested on ' +
        'the whole invoice.',
    }),
    line_requests: z
      .array(LineRequest)
      .meta({ description: 'What was requested on single lines, the earliest first.' }),
    decisions: z.array(Decision).meta({ description: 'The newest first.' }),
    changes_since_decision: z.array(InvoiceDifference).meta({
      description:
        "What has changed since the client's last decision, besides lines with a request that is not closed.",
    }),
  }),
)

export type PortalInvoiceDetail = z.output<typeof PortalInvoiceDetail>
