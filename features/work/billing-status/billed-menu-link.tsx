import { FileText } from 'lucide-react'
import { MenuLink } from '#web/ui/menu.tsx'
import type { BillingStatus } from './contract.ts'
import { billedOn, invoicePath } from './rules.ts'

/** In the menu of work that is on an invoice, instead of what can no longer be done with it. */
export function BilledMenuLink({ invoice }: { invoice: NonNullable<BillingStatus['invoice']> }) {
  return (
    <MenuLink to={invoicePath(invoice)} icon={<FileText />}>
      Billed on {billedOn(invoice)}
    </MenuLink>
  )
}
