import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMoney } from '#core/format.ts'
import { awaitsDecision } from '#features/billing/invoices/rules/approval.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { linkStyle } from '#web/ui/text-link.tsx'
import { ActionBar } from './action-bar.tsx'
import { paymentQuery, usePayInvoice } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { PayAgainDialog } from './pay-again-dialog.tsx'

type InvoicePaymentProps = { token: string; invoice: PortalInvoiceDetail }

/** The button to pay online, once nothing has to be decided first. */
export function InvoicePayment({ token, invoice }: InvoicePaymentProps) {
  const { send, pending, refused } = usePayInvoice(token, invoice)
  const [asking, setAsking] = useState(false)
  if (!invoice.can_pay_online || awaitsDecision(invoice)) return null
  const { paid_notice } = invoice
  const pay = () => send({})
  return (
    <>
      <ActionBar token={token}>
        {refused && <Alert live tone="warning" title={refused.message} />}
        <Button variant="primary" pending={pending} onClick={() => (paid_notice ? setAsking(true) : pay())}>
          <CreditCard aria-hidden /> Pay {formatMoney(invoice.payable, invoice.currency)}
        </Button>
        {invoice.payable < invoice.balance && (
          <p className="text-center text-meta text-muted">Without the lines you asked to be changed.</p>
        )}
      </ActionBar>
      <PayAgainDialog
        invoice={invoice}
        amount={invoice.payable}
        open={asking}
        pending={pending}
        refusal={refused?.message}
        onClose={() => setAsking(false)}
        onPay={pay}
      />
    </>
  )
}

/** The state of an online payment: back from the payment page, and while it is being processed. */
export function PaymentNotice({ token, invoice }: InvoicePaymentProps) {
  const [search] = useSearchParams()
  const isBack = search.has('paid')
  const { data: state, isLoading } = useQuery({ ...paymentQuery(token, invoice.id), enabled: isBack })
  const notice = invoice.payment_processing || state === 'processing' ? PROCESSING : state && NOTICES[state]
  return (
    <div role="status" className="mb-4 empty:hidden print:hidden">
      {isBack && isLoading && <Alert tone="info" title="Checking your payment …" />}
      {notice && (
        <Alert tone={notice.tone} title={notice.title}>
          {notice.text}
        </Alert>
      )}
    </div>
  )
}

const PROCESSING = {
  tone: 'info',
  title: 'Payment being processed',
  text: 'Thank you. Your bank takes a few days. There is nothing more for you to do.',
} as const

const NOTICES = {
  open: undefined,
  processing: PROCESSING,
  received: {
    tone: 'success',
    title: 'Payment received',
    text: (
      <>
        Thank you. The receipt is with the{' '}
        <a href="#payments" className={linkStyle}>
          payments
        </a>{' '}
        on this invoice.
      </>
    ),
  },
  failed: {
    tone: 'warning',
    title: 'Payment failed',
    text: 'Your bank did not carry out the payment. You can try again.',
  },
} as const
