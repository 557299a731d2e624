import { BanknoteArrowDown, Bell, MessageSquareText, Phone } from 'lucide-react'
import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import type { InvoiceStep } from '#features/billing/invoices/rules/late.ts'
import { useServerTime } from '#web/data/server-clock.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/button-link.tsx'
import { lateStep } from './rules/late-step.ts'

type LateStepButtonProps = {
  late: LateInvoice
  /** The address of the invoice, with the form for a step. */
  pathTo(step?: InvoiceStep): string
  className?: string
}

/** The next step for a late invoice. */
export function LateStepButton({ late, pathTo, className }: LateStepButtonProps) {
  const step = useServerTime((now) => lateStep(late, now))
  switch (step) {
    case 'remind':
      return (
        <ButtonLink size="sm" to={pathTo('remind')} className={className}>
          <Bell aria-hidden /> Remind<span className="sr-only"> {late.client_name}</span>
        </ButtonLink>
      )
    case 'call':
      return <CallButton phone={late.client_phone} name={late.client_name} className={className} />
    case 'record_payment':
      return (
        <ButtonLink size="sm" to={pathTo('pay')} className={className}>
          <BanknoteArrowDown aria-hidden /> Record payment
          <span className="sr-only"> from {late.client_name}</span>
        </ButtonLink>
      )
    case 'answer':
      return (
        <ButtonLink size="sm" to={pathTo()} className={className}>
          <MessageSquareText aria-hidden /> See changes
          <span className="sr-only"> requested by {late.client_name}</span>
        </ButtonLink>
      )
  }
}

type CallButtonProps = { phone: string; name: string; className?: string | undefined }

export function CallButton({ phone, name, className }: CallButtonProps) {
  return (
    <ButtonAnchor
      size="sm"
      href={`tel:${phone}`}
      aria-label={`Call ${name}, ${phone}`}
      title={phone}
      className={className}
    >
      <Phone aria-hidden /> Call
    </ButtonAnchor>
  )
}
