import { call } from '#web/data/api.ts'
import { removalsApi } from './contract.ts'

/** Undoes a deletion, for `undo` of `useChange`. Undefined if nothing was deleted. */
export const undoRemoval = ({ removal_id }: { removal_id?: number | null | undefined }) =>
  removal_id == null ? undefined : () => call(removalsApi.undo, { params: { id: removal_id } })
