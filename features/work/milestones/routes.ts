import { routes } from '#server/http/routes.ts'
import * as milestones from './actions.ts'
import { milestonesApi } from './contract.ts'

export const milestoneRemovals = [milestones.milestoneRemoval]

export const milestoneRoutes = routes(milestonesApi, {
  list: (ctx, { params }) => milestones.listMilestones(ctx, params.id),
  create: (ctx, { params, body }) => milestones.createMilestone(ctx, params.id, body),
  reorder: (ctx, { params, body }) => milestones.reorderMilestones(ctx, params.id, body.ids),
  update: (ctx, { params, body }) => milestones.updateMilestone(ctx, params.id, params.milestoneId, body),
  remove: (ctx, { params }) => milestones.removeMilestone(ctx, params.id, params.milestoneId),
})
