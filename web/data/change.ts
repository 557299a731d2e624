import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { toast } from '#web/ui/toast.ts'

type Message = [title: string, description?: string | undefined]

export interface Change<Data, Input, Result> {
  /** Which cached answers it changes: all whose keys begin like this. */
  queryKey: QueryKey
  run(input: Input): Promise<Result>
  /** What is shown as soon as it is asked for; left out, it changes with the answer. */
  apply?(data: Data, input: Input): Data
  answered?(data: Data, result: Result, input: Input): Data
  /** What is shown after a refusal; left out, what was shown before. */
  refused?(data: Data, error: Error): Data
  /** Nothing is said of what shows by itself. */
  succeeded?(result: Result, input: Input): string | Message
  /** A title alone is explained by the refusal itself. */
  failed: string | ((error: Error) => Message)
  /** Made in a form, which shows itself what was saved elsewhere meanwhile. */
  inForm?: true | undefined
  /** Made in quick succession, so each toast replaces the one before. */
  replacesToast?: true
}

/**
 * A change of cached answers: shown at once where it can be, sent one after the other in the order they were made, taken
 * back with an explanation if the server refuses. What was computed from the books is asked for again when the last of
 * them has been answered, so that none of those still on their way flickers.
 */
export function useChange<Data, Input = void, Result = unknown>(change: Change<Data, Input, Result>) {
  const { queryKey } = change
  const queryClient = useQueryClient()
  const mutationKey = ['change', ...queryKey]
  const update = (next: (data: Data) => Data) =>
    queryClient.setQueriesData<Data>({ queryKey }, (data) => data && next(data))

  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: change.run,
    onMutate: async (input) => {
      const { apply } = change
      if (!apply) return undefined
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueriesData<Data>({ queryKey })
      update((data) => apply(data, input))
      return { before }
    },
    onError: (error, _input, taken) => {
      for (const [key, data] of taken?.before ?? []) queryClient.setQueryData(key, data)
      const { refused, failed } = change
      if (refused) update((data) => refused(data, error))
      if (change.inForm && hasCode(error, 'version_conflict')) return
      const message: Message = typeof failed === 'string' ? [failed, errorMessage(error)] : failed(error)
      toast.error(...message)
    },
    onSuccess: (result, input) => {
      const { answered, succeeded } = change
      if (answered) update((data) => answered(data, result, input))
      if (succeeded) showToast(succeeded(result, input), change.replacesToast)
    },
    // Not waited for: a change is done when the server has it.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshBooks(queryClient)
    },
  })
}

let lastToast: string | undefined

function showToast(message: string | Message, replacesLast = false): void {
  if (replacesLast && lastToast) toast.dismiss(lastToast)
  const shown = typeof message === 'string' ? toast.success(message) : toast.success(...message)
  if (replacesLast) lastToast = shown
}

/** A refusal explains itself; anything else may work later. */
export const errorMessage = (error: Error): string =>
  (error instanceof ApiError &&
    error.status < 500 &&
    [error.body.error, error.body.details].filter(Boolean).join('. ')) ||
  'Please try again later'
