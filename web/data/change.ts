import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { refreshAll, refreshBooks } from '#web/data/refresh-books.ts'
import { type ToastAction, toast } from '#web/ui/toast.ts'

type Message = [title: string, description?: string | undefined]

export interface Change<Data, Input, Result> {
  /** Prefix of the query keys whose cached data it changes. */
  queryKey: QueryKey
  run(input: Input): Promise<Result>
  /** Optimistic update. Without it, the data changes when the response arrives. */
  apply?(data: Data, input: Input): Data
  applyResult?(data: Data, result: Result, input: Input): Data
  /** Applied after a refusal. Without it, the previous data is restored. */
  applyRefusal?(data: Data, error: Error): Data
  /** The success message. Without it, or if it is null, no toast is shown. */
  succeeded?(result: Result, input: Input): string | Message | null
  /** Undoes the change, if that is possible. Offered by the success message, and by Ctrl+Z after that. */
  undo?: ((result: Result) => (() => Promise<unknown>) | undefined) | undefined
  /** Says that it was undone. By default something was restored. */
  undone?: string | undefined
  /** The next step, offered as long as the success message shows. */
  offer?(result: Result, input: Input): ToastAction | undefined
  /** If only a title is given, the server's error message explains it. Null if the caller shows what went wrong. */
  failed: string | ((error: Error) => Message) | null
  /** Made in a form, which shows version conflicts itself. */
  inForm?: true | undefined
  /** Made in quick succession, so each toast replaces the previous one. */
  replacesToast?: true
}

/**
 * A change of cached data: applied optimistically if possible, sent in the order in which changes were made, and
 * rolled back with an error message if the server refuses. Derived data is refetched after the last pending change,
 * so that nothing flickers in between.
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
      const { applyRefusal, failed } = change
      if (applyRefusal) update((data) => applyRefusal(data, error))
      if (failed === null || (change.inForm && hasCode(error, 'version_conflict'))) return
      const message: Message = typeof failed === 'string' ? [failed, errorMessage(error)] : failed(error)
      toast.error(...message)
    },
    onSuccess: (result, input) => {
      const { applyResult, succeeded } = change
      if (applyResult) update((data) => applyResult(data, result, input))
      const undo = change.undo?.(result)
      const action = undo
        ? { label: 'Undo', isUndo: true as const, run: () => void runUndo(undo, queryClient, change.undone) }
        : change.offer?.(result, input)
      const message = succeeded?.(result, input)
      if (message) showToast(message, action, change.replacesToast)
    },
    // Not awaited: a change is done when the server has it.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshBooks(queryClient)
    },
  })
}

let lastToast: string | undefined

/** One with an action stays as long as that is offered. */
function showToast(message: string | Message, action: ToastAction | undefined, replacesLast = false): void {
  if (replacesLast && lastToast) toast.dismiss(lastToast)
  const [title, description] = typeof message === 'string' ? [message] : message
  const shown = toast.success(title, description, action)
  lastToast = replacesLast && !action ? shown : undefined
}

/** Undoes a change, whatever page is shown by then. */
export async function runUndo(
  undo: () => Promise<unknown>,
  queryClient: QueryClient,
  undone = 'Restored',
): Promise<void> {
  try {
    await undo()
    toast.success(undone)
  } catch (error) {
    toast.error('Failed to undo', error instanceof Error ? errorMessage(error) : undefined)
  }
  await refreshAll(queryClient)
}

/** A refusal explains itself. Anything else may work later. */
export const errorMessage = (error: Error): string =>
  (error instanceof ApiError &&
    error.status < 500 &&
    [error.body.error, error.body.details].filter(Boolean).join('. ')) ||
  'Please try again later'
