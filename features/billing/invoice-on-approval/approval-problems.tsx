import { useQuery } from '@tanstack/react-query'
import { billPath, invoicePath } from '#features/work/billing-status/rules.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { approvalProblemsQuery } from './client.ts'
import type { ApprovalProblem, ProblemFilter } from './contract.ts'
import { problemTitle } from './rules.ts'

type ApprovalProblemsProps = { filter?: ProblemFilter; className?: string }

/** Approved fees that Daybook could not bill by itself, and why. Nothing where there are none. */
export function ApprovalProblems({ filter, className }: ApprovalProblemsProps) {
  const { data: problems = [] } = useQuery(approvalProblemsQuery(filter))
  if (problems.length === 0) return null
  return (
    <div className={className}>
      <ul className="flex flex-col gap-3">
        {problems.map((problem) => (
          <li key={problem.deliverable_id}>
            <Alert tone="warning" title={problemTitle(problem)} action={<NextStep problem={problem} />}>
              {problem.reason}
            </Alert>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NextStep({ problem: { invoice, client_id, project_id } }: { problem: ApprovalProblem }) {
  return invoice ? (
    <ButtonLink to={invoicePath(invoice)} size="sm">
      Open {invoice.invoice_number}
    </ButtonLink>
  ) : (
    <ButtonLink to={billPath({ client: client_id, project: project_id })} size="sm">
      Bill
    </ButtonLink>
  )
}
