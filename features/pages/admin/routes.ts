import { routes } from '#server/http/routes.ts'
import * as admin from './actions.ts'
import { adminApi } from './contract.ts'

export const adminRoutes = routes(adminApi, {
  overview: (ctx) => admin.describeInstallation(ctx),
  accounts: (ctx, { query }) => admin.listAccounts(ctx, query),
  emails: (ctx) => admin.listFailedEmails(ctx),
  retryEmail: (ctx, { body }) => admin.retryEmail(ctx, body),
  testEmail: (ctx) => admin.sendTestEmail(ctx),
  jobs: (ctx) => admin.listFailedJobs(ctx),
  retryJob: (ctx, { body }) => admin.retryJob(ctx, body.id),
  backUp: (ctx) => admin.backUp(ctx),
})
