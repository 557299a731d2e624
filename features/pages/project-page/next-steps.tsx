import { Clock, Flag, PackageOpen, Pencil, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'

/** The overview of a project with nothing on it yet: no zeros, but what can be done next. */
export function NextSteps({ project: { id, description } }: { project: Project }) {
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {description && (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-muted">
          {description}
        </p>
      )}
      <Panel title="Next steps" flush>
        <ul>
          <Step
            icon={<Clock aria-hidden />}
            text="Time, budget and unbilled work show here once you log time."
          >
            <ButtonLink size="sm" to="?tab=time&new">
              Log Time
            </ButtonLink>
          </Step>
          <Step icon={<Flag aria-hidden />} text="Milestones are the stages that your client follows.">
            <ButtonLink size="sm" to="?tab=milestones&new">
              Add Milestone
            </ButtonLink>
          </Step>
          <Step icon={<PackageOpen aria-hidden />} text="Deliverables are what your client approves.">
            <ButtonLink size="sm" to="?tab=deliverables&new">
              Add Deliverable
            </ButtonLink>
          </Step>
          <Step icon={<ReceiptText aria-hidden />} text="Expenses can be billed together with the work.">
            <ButtonLink size="sm" to="?tab=expenses&new">
              Add Expense
            </ButtonLink>
          </Step>
          <Step
            icon={<Pencil aria-hidden />}
            text={description ? 'A budget shows how much is used.' : 'Describe the project and set a budget.'}
          >
            <ButtonLink size="sm" to={`?edit=${id}`} state={{ openedHere: true }} preventScrollReset>
              {description ? 'Set a budget' : 'Describe it'}
            </ButtonLink>
          </Step>
        </ul>
      </Panel>
    </div>
  )
}

type StepProps = { icon: ReactNode; text: string; children: ReactNode }

const Step = ({ icon, text, children }: StepProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-5 py-2.5 last:border-0 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint">
    {icon}
    <span className="min-w-48 flex-1 text-muted">{text}</span>
    {children}
  </li>
)
