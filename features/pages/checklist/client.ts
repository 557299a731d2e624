import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { type Checklist, checklistApi } from './contract.ts'

export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: () => call(checklistApi.get),
})

export const useDismissChecklist = () =>
  useChange<Checklist>({
    ...checklistQuery,
    run: () => call(checklistApi.dismiss),
    apply: (checklist) => ({ ...checklist, is_dismissed: true }),
    failed: 'Failed to hide the checklist',
  })
