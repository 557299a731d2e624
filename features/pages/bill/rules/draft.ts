import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { servicePeriodOf, type WorkLine, type WorkOfProject } from '#features/billing/billable-work/rules.ts'
import { documentOf, type InvoiceDocument } from '#features/billing/documents/rules/document.ts'
import { nextInvoice } from '#features/billing/documents/rules/next-invoice.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { User } from '#features/foundation/account/contract.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { onlyProject } from './choices.ts'

export interface Draft {
  business: Business
  user: User
  client: Client
  work: WorkOfProject[]
  lines: WorkLine[]
  currency: Currency
  today: DateOnly
}

/** The invoice that bills this work, before it exists. */
export function draftDocument({
  business,
  user,
  client,
  work,
  lines,
  currency,
  today,
}: Draft): InvoiceDocument {
  const period = servicePeriodOf(work)
  const invoice = nextInvoice({
    business,
    user,
    buyer: client,
    terms_days: client.payment_terms_days,
    status: 'draft',
    currency,
    items: lines.map((line, index) => ({ ...line, id: index + 1 })),
    issue_date: today,
    service_from: period?.from ?? null,
    service_to: period?.to ?? null,
    project_name: onlyProject(work)?.project_name ?? null,
  })
  return documentOf(invoice, { locale: business.locale, timeZone: user.time_zone })
}
