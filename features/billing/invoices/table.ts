import type { Generated, GeneratedAlways } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { TaxCategory, Unit } from '#core/document-lines.ts'
import type { WorkKind } from '#features/billing/billable-work/contract.ts'
import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import type { Identity, Json, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { InvoiceStatus } from './contract/invoice.ts'
import type { MailKind, ScheduledMail } from './contract/mails.ts'
import type { FrozenDetails } from './rules/details.ts'
import type { SentContent } from './rules/sent-content.ts'

/** Names are copied to the invoice, so that later changes do not affect it. */
export interface InvoicesTable {
  account_id: AccountId
  id: Identity
  prefix: Generated<string>
  /** Null until it is sealed, where issued invoices are final. */
  number: number | null
  /** The year of its number series; 0 for one that does not restart each year. */
  number_year: Generated<number>
  invoice_number: GeneratedAlways<string>
  client_id: number
  client_name: string
  project_id: number | null
  project_name: string | null
  issue_date: string
  due_date: string | null
  service_from: string | null
  service_to: string | null
  tax_category: Generated<TaxCategory>
  tax_rate: number
  currency: Currency
  exchange_rate: number | null
  subtotal: number
  /** Null where an amount was entered. */
  discount_percent: number | null
  discount_amount: Generated<number>
  tax_amount: number
  total: number
  /** The total in the account's currency; null while the exchange rate is not known. */
  home_total: number | null
  amount_paid: Generated<number>
  home_paid: Generated<number>
  /** The sum of its credit notes that were sent. */
  credited: Generated<number>
  home_credited: Generated<number>
  /** Paid beyond what is left after credits, and neither refunded nor used for another invoice: credit of the client. */
  overpaid: Generated<number>
  /** No longer expected from the client. */
  written_off: Generated<number>
  home_written_off: Generated<number>
  /** Left to pay: the total without payments, write-offs and credits. */
  balance: GeneratedAlways<number>
  home_balance: GeneratedAlways<number | null>
  notes: string
  status: InvoiceStatus
  paid_on: string | null
  approval_status: ApprovalStatus | null
  client_notes: Generated<string>
  approved_at: Date | null
  rejected_at: Date | null
  sent_at: Date | null
  /** True once it was sent, approved or paid, even if it is a draft again. */
  was_issued: Generated<boolean>
  /** When it became final; null if it never did. The database keeps its content from then on. */
  sealed_at: Date | null
  cancelled_on: string | null
  /** Its content when it was last sent. */
  sent_content: Json<SentContent> | null
  /** Its texts besides the lines, from when it left draft; null while it follows profile and client. */
  frozen_details: Json<FrozenDetails> | null
  /** The logo that it shows, from the same time. */
  logo_id: number | null
  reminders_enabled: Generated<boolean>
  /** The time at which a draft is sent by itself. A trigger clears it once it is no draft. */
  scheduled_for: Date | null
  /** The choices made for that mail; null while it is not scheduled. */
  scheduled_mail: Json<ScheduledMail> | null
  /** Why it could not be sent then; empty if nothing went wrong. */
  schedule_problem: Generated<string>
  /** The recurring invoice that made it, as long as that exists, and for which of its dates. */
  recurring_invoice_id: number | null
  recurring_date: string | null
  search: string
  created_at: Date
  version: Version
}

export interface InvoiceItemsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  /** Lines are ordered by this, and by id where it is the same. */
  position: Generated<number>
  description: string
  quantity: number
  unit: Generated<Unit>
  rate: number
  amount: number
  /** The project of what it bills. Null if it was entered by hand or bills several: it belongs to the invoice's then. */
  project_id: number | null
  /** The kind of work that it bills; null if it was entered by hand. */
  work_kind: WorkKind | null
  /** The records that it bills. Those of a cancelled invoice may be on another by now. */
  work_ids: Generated<number[]>
  /** The sum of the time that it bills. */
  logged_hours: number | null
  /** The approved version whose fee it bills. */
  deliverable_version: number | null
  /** The project whose fixed fee it bills, or a part of it. */
  fee_project_id: number | null
  /** The part of that fee that other invoices billed when this line was released; null while it bills its part. */
  fee_billed_elsewhere: number | null
}

/** Every mail about an invoice. */
export interface InvoiceMailsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  /** Null once the mail is deleted. */
  mail_id: number | null
  kind: MailKind
  /** The reminder of the account, and its due date. Null if it was sent by hand. */
  days_after_due: number | null
  due_date: string | null
  recipients: string[]
  subject: string
  /** The contact who got it; null if the client did. */
  contact_id: number | null
  sent_at: Date
  /** The recipient's next visit of the invoice in the portal. */
  seen_at: Date | null
}

/** Payments that clients report. Not entries of the ledger. */
export interface PaidNoticesTable {
  account_id: AccountId
  invoice_id: number
  paid_on: string
  note: string
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    invoices: InvoicesTable
    invoice_items: InvoiceItemsTable
    paid_notices: PaidNoticesTable
    invoice_mails: InvoiceMailsTable
  }
}
