import { Clock, ReceiptText, Wallet } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

/** Fills an empty report. */
export const ReportNextSteps = () => (
  <NextSteps>
    <NextStep
      icon={<Clock aria-hidden />}
      text="Hours and their share that you can bill come from your time."
    >
      <ButtonLink size="sm" to="/time-tracking?new">
        Log Time
      </ButtonLink>
    </NextStep>
    <NextStep icon={<Wallet aria-hidden />} text="Income counts on the day an invoice is paid.">
      <ButtonLink size="sm" to="/invoices?new">
        New Invoice
      </ButtonLink>
    </NextStep>
    <NextStep icon={<ReceiptText aria-hidden />} text="Expenses count on their day, by category.">
      <ButtonLink size="sm" to="/expenses?new">
        Add Expense
      </ButtonLink>
    </NextStep>
  </NextSteps>
)
