import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { ById, Done } from '#core/schemas.ts'

export const RemovalId = z
  .int()
  .meta({ description: 'Undoes the deletion: `POST /api/removals/{id}/undo`, within a day.' })

/** The response to a deletion. */
export const Removed = Done.extend({ removal_id: RemovalId })
export type Removed = z.output<typeof Removed>

export const Undone = Done.extend({
  outcome: z
    .enum(['restored', 'already_restored'])
    .meta({ description: '`already_restored` if it was undone before.' }),
})
export type Undone = z.output<typeof Undone>

export const removalsApi = endpoints({
  undo: {
    method: 'POST',
    path: '/api/removals/{id}/undo',
    access: 'account',
    summary: 'Undo a deletion',
    description:
      'Puts back what was deleted, archived or cancelled, with its ids and all that belonged to it. A restored record has a ' +
      'new version. 409 with the reason if that is no longer possible, 403 if the plan has no room for it, and 404 after a day.',
    params: ById,
    response: Undone,
  },
})
