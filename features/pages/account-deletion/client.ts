import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userQuery } from '#features/foundation/account/client.ts'
import { call } from '#web/data/api.ts'
import { errorMessage } from '#web/data/change.ts'
import { isNotUserQuery, notifyOtherTabs } from '#web/data/session.ts'
import { toast } from '#web/ui/toast.ts'
import { type DeletionInput, deletionApi } from './contract.ts'

/** Refetches the user, since the account shows another screen from now on. */
export function useRequestDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: DeletionInput) => call(deletionApi.request, { body }),
    onSuccess: async () => {
      notifyOtherTabs('changed')
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    },
  })
}

export function useCancelDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deletionApi.cancel),
    onError: (error) => void toast.error('Failed to keep your account', errorMessage(error)),
    onSuccess: async () => {
      queryClient.removeQueries({ predicate: isNotUserQuery })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      notifyOtherTabs('changed')
      toast.success('Your account will be kept')
    },
  })
}
