import type { Project } from '#features/engagement/projects/contract.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'

const MOST = 7

type ProjectChoice = Pick<Project, 'id' | 'name' | 'client_name'>
type Entry = Pick<TimeEntry, 'project_id' | 'project_name' | 'client_name'>

/** Projects that time can be logged on, as far as they are loaded. */
interface Known {
  projects: readonly ProjectChoice[] | undefined
  areAll: boolean
}

/** The projects of the last entries, newest first, then others; without the chosen one and cancelled ones. */
export function recentProjects(
  entries: readonly Entry[] | undefined,
  { projects, areAll }: Known,
  chosen: Pick<ProjectChoice, 'id'> | null,
): ProjectChoice[] {
  if (!entries || !projects) return []
  const found = new Map<number, ProjectChoice>()
  for (const { project_id: id, project_name: name, client_name } of entries)
    if (name !== null && (!areAll || projects.some((project) => project.id === id)))
      if (!found.has(id)) found.set(id, { id, name, client_name })
  for (const { id, name, client_name } of projects)
    if (!found.has(id)) found.set(id, { id, name, client_name })
  if (chosen) found.delete(chosen.id)
  return [...found.values()].slice(0, MOST)
}
