import { queryOptions } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { useChange } from '#web/data/change.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'

export interface Edited<Form> {
  form: Form
  ifMatch: IfMatch
}

interface Calls<Recurring, Form> {
  list(): Promise<Recurring[]>
  create(form: Form): Promise<Recurring>
  update(id: number, form: Form, ifMatch: IfMatch): Promise<Recurring>
  pause(recurring: Recurring): Promise<Recurring>
  resume(recurring: Recurring): Promise<Recurring>
  remove(recurring: Recurring): Promise<Removed>
}

/** Query, loader and mutations of recurring records. `noun` is "invoice". */
export function recurringClient<Recurring extends { id: number }, Form>(
  noun: string,
  calls: Calls<Recurring, Form>,
) {
  const query = queryOptions({ queryKey: [`recurring-${noun}s`], queryFn: calls.list })
  const { queryKey } = query
  const replace = (all: Recurring[], changed: Recurring): Recurring[] =>
    all.map((one) => (one.id === changed.id ? changed : one))
  return {
    query,
    loader: prefetchLoader((queryClient) => [queryClient.ensureQueryData(query)]),

    useCreate: () =>
      useChange<Recurring[], Edited<Form>, Recurring>({
        queryKey,
        run: ({ form }) => calls.create(form),
        applyResult: (all, created) => [...all, created],
        succeeded: () => `Recurring ${noun} added`,
        failed: `Failed to save recurring ${noun}`,
      }),

    useUpdate: (id: number) =>
      useChange<Recurring[], Edited<Form>, Recurring>({
        queryKey,
        run: ({ form, ifMatch }) => calls.update(id, form, ifMatch),
        applyResult: replace,
        inForm: true,
        succeeded: () => `Recurring ${noun} updated`,
        failed: `Failed to save recurring ${noun}`,
      }),

    usePause: () =>
      useChange<Recurring[], Recurring, Recurring>({
        queryKey,
        run: calls.pause,
        applyResult: replace,
        succeeded: () => `Recurring ${noun} paused`,
        failed: `Failed to pause recurring ${noun}`,
      }),

    useResume: () =>
      useChange<Recurring[], Recurring, Recurring>({
        queryKey,
        run: calls.resume,
        applyResult: replace,
        succeeded: () => `Recurring ${noun} resumed`,
        failed: `Failed to resume recurring ${noun}`,
      }),

    useRemove: () =>
      useChange<Recurring[], Recurring, Removed>({
        queryKey,
        run: calls.remove,
        apply: (all, removed) => all.filter(({ id }) => id !== removed.id),
        succeeded: () => `Recurring ${noun} deleted`,
        undo: undoRemoval,
        failed: `Failed to delete recurring ${noun}`,
      }),
  }
}
