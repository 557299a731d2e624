import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { Reminders, type RemindersInput, remindersApi } from './contract.ts'

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call(remindersApi.get),
})

export function useUpdateReminders() {
  const queryClient = useQueryClient()
  return useChange<Reminders, RemindersInput, Reminders>({
    queryKey: remindersQuery.queryKey,
    run: (body) => {
      const shown = queryClient.getQueryData(remindersQuery.queryKey)
      return call(remindersApi.update, { body, ifMatch: shown?.version ?? null })
    },
    apply: (before, { rules = before.rules, thanks = before.thanks }) => ({ ...before, rules, thanks }),
    applyResult: (_, saved) => saved,
    applyRefusal: (before, error) => savedIn(error, Reminders) ?? before,
    succeeded: () => 'Reminders saved',
    failed: 'Failed to save the reminders',
    replacesToast: true,
  })
}
