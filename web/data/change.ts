import { type DataTag, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/data/api-error.ts'
import { refreshBooks } from '#web/data/list.ts'
import { toast } from '#web/ui/toast.ts'

interface DataChange<Data, Input, Result> {
  queryKey: DataTag<readonly unknown[], Data, Error>
  run(input: Input): Promise<Result>
  /** What is shown as soon as it is asked for; left out, it changes with the answer. */
  apply?(data: Data, input: Input): Data
  answered?(data: Data, result: Result, input: Input): Data
  /** Nothing is said of what shows by itself. */
  succeeded?(result: Result, input: Input): string
  failed: string
}

/**
 * A change of what one query holds: shown at once where it can be, sent one after the other in the order they were made,
 * taken back with a word of regret if the server refuses. What the server says is asked for when the last of them has
 * been answered, so that none of those still on their way flickers.
 */
export function useDataChange<Data, Input = void, Result = unknown>(change: DataChange<Data, Input, Result>) {
  const { queryKey } = change
  const queryClient = useQueryClient()
  const mutationKey = ['change', ...queryKey]
  const set = (update: (data: Data) => Data) =>
    queryClient.setQueryData<Data>(queryKey as readonly unknown[], (data) => data && update(data))

  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: change.run,
    onMutate: async (input) => {
      const { apply } = change
      if (!apply) return undefined
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey as readonly unknown[])
      set((data) => apply(data, input))
      return { before }
    },
    onError: (error, _input, taken) => {
      if (taken?.before) set(() => taken.before as Data)
      toast.error(change.failed, errorMessage(error))
    },
    onSuccess: (result, input) => {
      const { answered, succeeded } = change
      if (answered) set((data) => answered(data, result, input))
      if (succeeded) toast.success(succeeded(result, input))
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshBooks(queryClient)
    },
  })
}

/** A refusal explains itself; anything else will pass. */
export const errorMessage = (error: Error): string =>
  (error instanceof ApiError &&
    error.status < 500 &&
    [error.body.error, error.body.details].filter(Boolean).join('. ')) ||
  'Please try again later'
