import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { userQuery } from '#features/foundation/account/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { call } from '#web/data/api.ts'
import { errorMessage, useChange } from '#web/data/change.ts'
import { refresh } from '#web/data/refresh-books.ts'
import { upload } from '#web/data/upload.ts'
import { toast } from '#web/ui/toast.ts'
import { type Business, type BusinessForm, businessApi, type LogoRemoval } from './contract.ts'

export const businessQuery = queryOptions({ queryKey: ['business'], queryFn: () => call(businessApi.get) })

/** The id names the content, so that a browser does not show an earlier logo. */
export const logoUrl = (id: number): string => `${businessApi.logo.path}?id=${id}`

/** Name, currency and locale are shown everywhere, so everything else is refetched. */
function useShowSaved() {
  const queryClient = useQueryClient()
  return async (saved: Business) => {
    queryClient.setQueryData(businessQuery.queryKey, saved)
    await queryClient.refetchQueries(userQuery)
    void refresh(queryClient, {
      predicate: ({ queryKey }) => queryKey[0] !== 'user' && queryKey[0] !== 'business',
    })
  }
}

export const useUpdateBusiness = () =>
  useMutation({
    mutationFn: ({ form, ifMatch }: { form: BusinessForm; ifMatch: IfMatch }) =>
      call(businessApi.update, { body: form, ifMatch }),
    onSuccess: useShowSaved(),
  })

export const useUploadLogo = () =>
  useMutation({
    mutationFn: (file: File) =>
      upload(businessApi.uploadLogo, file, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }),
    onSuccess: useShowSaved(),
    onError: (error) => toast.error('Failed to upload the logo', errorMessage(error)),
  })

export function useRemoveLogo() {
  const queryClient = useQueryClient()
  /** The account has the same version. */
  const withAccount = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change
    await queryClient.refetchQueries(userQuery)
    return result
  }
  return useChange<Business, void, LogoRemoval>({
    queryKey: businessQuery.queryKey,
    run: () => withAccount(call(businessApi.removeLogo)),
    applyResult: (_, { removal_id: __, ...business }) => business,
    succeeded: () => 'Logo removed',
    undo: (removed) => {
      const undo = undoRemoval(removed)
      return undo && (() => withAccount(undo()))
    },
    failed: 'Failed to remove the logo',
  })
}
