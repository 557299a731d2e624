import { routes } from '#server/http/routes.ts'
import { type Removal, undoRemoval } from './actions.ts'
import { removalsApi } from './contract.ts'

/** `removals` are the kinds of all features. */
export const removalRoutes = (removals: readonly Removal[]) =>
  routes(removalsApi, {
    undo: (ctx, { params }) => undoRemoval(ctx, removals, params.id),
  })
