import { Clock, ReceiptText, Wallet } from 'lucide-react'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

/** Fills an empty report. */
export const ReportNextSteps = () => (
  <NextSteps>
    <NextStep
      icon={<Clock aria-hidden />}
      text="Log time to see your hours and how many of them are billable."
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
      text="Expenses count on their date and are grouped by category."
      to="/expenses?new"
    >
      Add Expense
    </NextStep>
  </NextSteps>
)
