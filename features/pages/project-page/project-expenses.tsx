import type { Project } from '#features/engagement/projects/contract.ts'
import { ExpensesTab } from '#features/work/expenses/expenses-tab.tsx'

export const ProjectExpenses = ({ project }: { project: Project }) => (
  <ExpensesTab
    of={{ project_id: project.id }}
    noun="project"
    emptyText="What you spend on this project appears here. Mark what you bill to your client."
    recipient={
      project.status === 'cancelled'
        ? null
        : {
            project_id: project.id,
            project_name: project.name,
            client_id: project.client_id,
            client_name: project.client_name,
          }
    }
  />
)
