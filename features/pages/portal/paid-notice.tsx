import { BanknoteArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatLongDate } from '#core/format.ts'
import { awaitsDecision } from '#features/billing/invoices/rules/approval.ts'
import { isPayable } from '#features/billing/invoices/rules/status.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { ClientOnly } from './client-only.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'

const PaidNoticeDialog = lazyDialog(() => import('./paid-notice-dialog.tsx'), 'PaidNoticeDialog')

type PaidNoticeProps = { token: string; invoice: PortalInvoiceDetail }

/** Lets the client say that an approved invoice was paid, and shows what they said until it is answered. */
export function PaidNotice({ token, invoice }: PaidNoticeProps) {
  const [asking, setAsking] = useState(false)
  const [justSent, setJustSent] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const { paid_notice } = invoice
  const mayTell = !awaitsDecision(invoice) && !invoice.payment_processing

  // The pressed button is gone, so focus moves here.
  useEffect(() => {
    if (justSent && paid_notice) notice.current?.focus()
  }, [justSent, paid_notice])

  if (!isPayable(invoice) || !(paid_notice || mayTell)) return null
  return (
    <div ref={notice} tabIndex={-1} className="print:hidden">
      {paid_notice ? (
        <Alert tone="info" title={`You said that you paid on ${formatLongDate(paid_notice.paid_on)}`}>
          <p>
            <bdi>{invoice.business.name}</bdi> was told and will confirm it.
          </p>
          {paid_notice.note && <Quote className="mt-2 border-current/25!">{paid_notice.note}</Quote>}
        </Alert>
      ) : (
        mayTell && (
          <ClientOnly token={token}>
            <Button className="w-full" onClick={() => setAsking(true)}>
              <BanknoteArrowUp aria-hidden /> I have paid
            </Button>
            <p className="mt-2 text-center text-meta text-muted noscript:hidden">
              By bank transfer, for example. Lets {invoice.business.name} know.
            </p>
          </ClientOnly>
        )
      )}
      <p role="status" className="sr-only">
        {justSent && paid_notice ? 'Your message was sent' : ''}
      </p>
      <PaidNoticeDialog
        open={asking}
        token={token}
        invoice={invoice}
        onClose={() => setAsking(false)}
        onSent={() => {
          setAsking(false)
          setJustSent(true)
        }}
      />
    </div>
  )
}
