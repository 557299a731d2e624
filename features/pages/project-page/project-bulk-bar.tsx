import { Download, Trash2 } from 'lucide-react'
import { countOf } from '#core/format.ts'
import { useDeleteProjects } from '#features/engagement/projects/client.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { priceText, statusTitle } from '#features/engagement/projects/rules.ts'
import type { ProjectFigures } from '#features/pages/list-figures/contract.ts'
import { sumsText } from '#features/pages/list-figures/rules.ts'
import { saveCsv } from '#web/data/save-csv.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'

type ProjectBulkBarProps = {
  projects: readonly Project[]
  figures: ReadonlyMap<number, ProjectFigures> | undefined
  onClear(): void
}

export function ProjectBulkBar({ projects, figures, onClear }: ProjectBulkBarProps) {
  const confirm = useConfirm()
  const deletion = useDeleteProjects()
  const kept = projects.filter(({ has_history }) => has_history).length

  const confirmDelete = async () => {
    const sure = await confirm({
      title: `Delete ${countOf(projects.length, 'project')}?`,
      consequences:
        kept === 0
          ? 'They have no time entries, expenses or invoices and will be removed.'
          : `${countOf(kept, 'project has', 'projects have')} a history and will be marked as cancelled. You can reactivate cancelled projects.`,
      confirmLabel: 'Delete',
    })
    if (sure) deletion.mutate({ rows: projects, input: undefined })
  }

  return (
    <BulkBar label="Selected projects" count={projects.length} onClear={onClear}>
      <Button onClick={() => exportProjects(projects, figures)}>
        <Download aria-hidden /> Export
      </Button>
      <Button pending={deletion.isPending} onClick={() => void confirmDelete()}>
        <Trash2 aria-hidden /> Delete
      </Button>
    </BulkBar>
  )
}

const exportProjects = (projects: readonly Project[], figures: ProjectBulkBarProps['figures']) =>
  saveCsv(
    'projects.csv',
    ['Name', 'Client', 'Status', 'Rate', 'Start', 'End', 'Unbilled'],
    projects.map((project) => [
      project.name,
      project.client_name,
      statusTitle(project.status),
      priceText(project),
      project.start_date,
      project.end_date,
      sumsText(figures?.get(project.id)?.unbilled),
    ]),
  )
