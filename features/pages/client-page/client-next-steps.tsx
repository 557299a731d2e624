import { Clock, FileText, FolderKanban, ReceiptText } from 'lucide-react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

type ClientNextStepsProps = { client: Client; hasProject: boolean }

/** The overview of a client with nothing that was billed or can be. */
export const ClientNextSteps = ({ client: { id }, hasProject }: ClientNextStepsProps) => (
  <NextSteps>
    {hasProject ? (
      <NextStep icon={<Clock aria-hidden />} text="Log time, and bill it from here.">
        <ButtonLink size="sm" to="/time-tracking?new">
          Log Time
        </ButtonLink>
      </NextStep>
    ) : (
      <NextStep icon={<FolderKanban aria-hidden />} text="Log time on a project, and bill it from here.">
        <ButtonLink size="sm" to={`/projects?new&client=${id}`}>
          Start Project
        </ButtonLink>
      </NextStep>
    )}
    <NextStep icon={<FileText aria-hidden />} text="Bill work that is already done.">
      <ButtonLink size="sm" to={`/invoices?new&client=${id}`}>
        Create Invoice
      </ButtonLink>
    </NextStep>
    <NextStep icon={<ReceiptText aria-hidden />} text="Expenses can be billed together with the work.">
      <ButtonLink size="sm" to="?tab=expenses&new">
        Add Expense
      </ButtonLink>
    </NextStep>
  </NextSteps>
)
