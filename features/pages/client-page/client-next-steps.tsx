import { Clock, FileText, FolderKanban, ReceiptText } from 'lucide-react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

type ClientNextStepsProps = { client: Client; hasProject: boolean }

/** The overview of a client with nothing that was billed or can be. */
export const ClientNextSteps = ({ client: { id }, hasProject }: ClientNextStepsProps) => (
  <NextSteps>
    {hasProject ? (
      <NextStep icon={<Clock aria-hidden />} text="Log time, and bill it from here." to="/time-tracking?new">
        Log Time
      </NextStep>
    ) : (
      <NextStep
        icon={<FolderKanban aria-hidden />}
        text="Log time on a project, and bill it from here."
        to={`/projects?new&client=${id}`}
      >
        Start Project
      </NextStep>
    )}
    <NextStep
      icon={<FileText aria-hidden />}
      text="Bill work that is already done."
      to={`/invoices?new&client=${id}`}
    >
      Create Invoice
    </NextStep>
    <NextStep
      icon={<ReceiptText aria-hidden />}
      text="Expenses can be billed together with the work."
      to="?tab=expenses&new"
    >
      Add Expense
    </NextStep>
  </NextSteps>
)
