import { TriangleAlert } from 'lucide-react'
import { formatPercent } from '#core/format.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Project, ProjectDetail } from './contract.ts'
import { type Budget, budgetsByUse, tightestBudget } from './rules.ts'

export const BUDGET_TONES = { enough: 'ink', 'nearly used up': 'yellow', 'used up': 'red' } as const

/** The used part of a project's budget, in one bar, with a warning when it is nearly used up. */
export function ProjectBudget({ project }: { project: ProjectDetail }) {
  const [budget, ...others] = budgetsByUse(project)
  if (!budget) return null
  return (
    <div>
      <ProgressBar
        label={budget.label}
        value={budget.used}
        max={budget.budget}
        valueText={budget.text}
        tone={BUDGET_TONES[budget.state]}
      />
      <BudgetWarning budget={budget} />
      {others.map(({ label, text }) => (
        <p key={label} className="mt-1.5 text-meta text-muted tabular-nums">
          {label}: {text}
        </p>
      ))}
    </div>
  )
}

function BudgetWarning({ budget: { state, percent, rest } }: { budget: Budget }) {
  if (state === 'enough') return null
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-meta text-muted">
      <TriangleAlert aria-hidden="true" className="icon-sm shrink-0" />
      {formatPercent(percent)} used, {rest}
    </p>
  )
}

/** In one line, for a card: the budget that is used up first. */
export function BudgetLine({ project }: { project: Project }) {
  const budget = tightestBudget(project)
  if (!budget) return null
  return (
    <ProgressBar
      className="mt-1.5"
      label={`Budget: ${budget.rest}`}
      value={budget.used}
      max={budget.budget}
      valueText={formatPercent(budget.percent)}
      tone={BUDGET_TONES[budget.state]}
    />
  )
}
