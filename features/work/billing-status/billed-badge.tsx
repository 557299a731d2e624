import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import type { BillingStatus } from './contract.ts'
import { invoicePath } from './rules.ts'

type BilledBadgeProps = { work: BillingStatus; className?: string }

/** "Billed INV-0042", which leads to the invoice, or "Billed elsewhere". Nothing for work that is not billed. */
export function BilledBadge({ work: { is_billed, invoice }, className }: BilledBadgeProps) {
  if (!is_billed) return null
  if (!invoice) return <Badge {...(className && { className })}>Billed elsewhere</Badge>
  return (
    <Link
      to={invoicePath(invoice)}
      className={cx('shrink-0 rounded-sm hover:underline touch:-my-2.75 touch:py-2.75', className)}
    >
      <Badge icon={<FileText aria-hidden />}>
        Billed {invoice.invoice_number === UNNUMBERED ? 'on a draft' : invoice.invoice_number}
      </Badge>
    </Link>
  )
}
