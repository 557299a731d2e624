import { Clock, Flag, PackageOpen, Pencil, ReceiptText } from 'lucide-react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { NextStep, NextSteps } from '#web/ui/next-steps.tsx'

/** The overview of a project with nothing on it yet: no zeros, but what can be done next. */
export function ProjectNextSteps({ project: { id, description } }: { project: Project }) {
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {description && (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-muted">
          {description}
        </p>
      )}
      <NextSteps>
        <NextStep
          icon={<Clock aria-hidden />}
          text="Time, budget and unbilled work show here once you log time."
          to="?tab=time&new"
        >
          Log Time
        </NextStep>
        <NextStep
          icon={<Flag aria-hidden />}
          text="Milestones are the stages that your client follows."
          to="?tab=milestones&new"
        >
          Add Milestone
        </NextStep>
        <NextStep
          icon={<PackageOpen aria-hidden />}
          text="Deliverables are what your client approves."
          to="?tab=deliverables&new"
        >
          Add Deliverable
        </NextStep>
        <NextStep
          icon={<ReceiptText aria-hidden />}
          text="Expenses can be billed together with the work."
          to="?tab=expenses&new"
        >
          Add Expense
        </NextStep>
        <NextStep
          icon={<Pencil aria-hidden />}
          text={description ? 'A budget shows how much is used.' : 'Describe the project and set a budget.'}
          to={`?edit=${id}`}
          state={{ openedHere: true }}
          preventScrollReset
        >
          {description ? 'Set a budget' : 'Describe it'}
        </NextStep>
      </NextSteps>
    </div>
  )
}
