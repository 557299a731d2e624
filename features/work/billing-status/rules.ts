import type { DateOnly } from '#core/calendar.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { BillingStatus } from './contract.ts'

/** The status of new work. */
export const UNBILLED: BillingStatus = { is_billed: false, invoice: null }

type BillingInvoice = NonNullable<BillingStatus['invoice']>

export const invoicePath = ({ id }: Pick<BillingInvoice, 'id'>): string => `/invoices?view=${id}`

/** "INV-0001", or "a draft" as long as the invoice has no number. */
export const billedOn = ({ invoice_number }: Pick<BillingInvoice, 'invoice_number'>): string =>
  invoice_number === UNNUMBERED ? 'a draft' : invoice_number

/** The reason why a field cannot be changed; undefined if it can. */
export const lockedBy = ({ invoice }: Pick<BillingStatus, 'invoice'>): string | undefined =>
  invoice ? `Billed on ${billedOn(invoice)}. Remove it from the invoice to change it.` : undefined

interface WorkToBill {
  client?: number | string | null
  project?: number | string | null
  from?: DateOnly | null
  to?: DateOnly | null
}

/** The address that turns unbilled work into an invoice. */
export function billPath(work: WorkToBill = {}): string {
  const search = new URLSearchParams(
    Object.entries(work).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  return search.size === 0 ? '/bill' : `/bill?${search}`
}

export type SelectedWork = BillingStatus & { id: number; client_id: number | null; is_billable: boolean }

type BilledTogether =
  | { problem: string; to?: undefined; only?: undefined }
  /** `only`: the keys of the work on the bill sheet, where everything else is unticked. */
  | { problem: null; to: string; only: string[] }

/** The bill sheet for selected work, or why there is none. What is billed already, or never, is left out. */
export function toBillTogether(kind: 'time' | 'expense', work: readonly SelectedWork[]): BilledTogether {
  const unbilled = work.filter(({ is_billable, is_billed }) => is_billable && !is_billed)
  const clients = new Set(unbilled.map(({ client_id }) => client_id))
  const [client] = clients
  if (unbilled.length === 0) return { problem: 'Nothing of it is billable and unbilled.' }
  if (clients.size > 1) return { problem: 'An invoice has one client. Select work for one client only.' }
  if (client == null) return { problem: 'It is for no client. Choose a client for its project first.' }
  return { problem: null, to: billPath({ client }), only: unbilled.map(({ id }) => `${kind} ${id}`) }
}
