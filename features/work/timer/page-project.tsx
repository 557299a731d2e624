import { useEffect, useSyncExternalStore } from 'react'
import type { ProjectChoice } from '#features/engagement/projects/project-picker.tsx'

let shown: ProjectChoice | null = null
const listeners = new Set<() => void>()

function show(project: ProjectChoice | null): void {
  shown = project
  for (const changed of listeners) changed()
}

/** Says which project a page is about. The timer, which is loaded after the page, starts on that. Null for none. */
export function useProjectOnPage(project: ProjectChoice | null): void {
  const { id, name, client_name } = project ?? {}
  useEffect(() => {
    if (id === undefined || name === undefined) return
    show({ id, name, client_name: client_name ?? null })
    return () => show(null)
  }, [id, name, client_name])
}

export const useShownProject = (): ProjectChoice | null => useSyncExternalStore(subscribe, () => shown)

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
