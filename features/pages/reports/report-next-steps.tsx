import { Clock, ReceiptText, Wallet } from 'lucide-react'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

/** Fills an empty report. */
export const ReportNextSteps = () => (
  <NextSteps>
    <NextStep
      icon={<Clock aria-hidden />}
      text="Hours and their share that you can bill come from your time."
      to="/time-tracking?new"
    >
      Log Time
    </NextStep>
    <NextStep
      icon={<Wallet aria-hidden />}
      text="Income counts on the day an invoice is paid."
      to="/invoices?new"
    >
      New Invoice
    </NextStep>
    <NextStep
      icon={<ReceiptText aria-hidden />}
      text="Expenses count on their day, by category."
      to="/expenses?new"
    >
      Add Expense
    </NextStep>
  </NextSteps>
)
