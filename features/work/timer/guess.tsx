import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { ProjectChoice } from '#features/engagement/projects/project-picker.tsx'
import { userQuery } from '#features/foundation/account/client.ts'
import { timeSummaryQuery } from '#features/work/time-entries/client.ts'
import { storedList } from '#web/data/stored-list.ts'
import { useShownProject } from './page-project.tsx'

/** The project that was chosen for the next start, until that start. */
const chosenProjects = storedList(
  'daybook-timer-project',
  z.object({ account: z.int(), id: z.int(), name: z.string(), client_name: z.string().nullable() }),
)

/**
 * The project that one press starts: the one chosen for it, or else that of the page, or else the last one. On another page
 * its own project comes first again. Null if there is none, undefined until that is known.
 */
export function useGuess(isWanted: boolean) {
  const account = useQuery(userQuery).data?.id
  const { data: summary, isLoading } = useQuery({ ...timeSummaryQuery, enabled: isWanted })
  const onPage = useShownProject()
  const stored = useSyncExternalStore(chosenProjects.subscribe, chosenProjects.get)
  const chosen = stored.find((project) => project.account === account)
  const [started, setStarted] = useState<ProjectChoice>()
  const [passedOver, setPassedOver] = useState<number>()
  const pageId = onPage?.id

  const remember = useCallback(
    ({ id, name, client_name }: ProjectChoice) => {
      if (account !== undefined) chosenProjects.set([{ account, id, name, client_name }])
      setPassedOver(pageId)
    },
    [account, pageId],
  )
  const noteStart = useCallback((project: ProjectChoice) => {
    chosenProjects.set([])
    setStarted(project)
  }, [])

  const last = isLoading ? undefined : (summary?.last_project ?? null)
  const guess: ProjectChoice | null | undefined =
    onPage && onPage.id !== passedOver ? onPage : (chosen ?? started ?? last)
  return { guess, remember, noteStart }
}
