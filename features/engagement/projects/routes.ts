import { routes } from '#server/http/routes.ts'
import * as projects from './actions.ts'
import { projectsApi } from './contract.ts'

export const projectRemovals = [projects.projectRemoval, projects.projectCancellation]

export const projectRoutes = routes(projectsApi, {
  list: (ctx, { query }) => projects.listProjects(ctx, query),
  create: (ctx, { body }) => projects.createProject(ctx, body),
  get: (ctx, { params }) => projects.getProjectDetail(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => projects.updateProject(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => projects.deleteProject(ctx, params.id, ifMatch),
})
