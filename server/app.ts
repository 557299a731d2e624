import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import { billableWorkRoutes } from '#features/billing/billable-work/routes.ts'
import {
  creditNoteRemovals,
  creditNoteRoutes,
  invoiceChangeRoutes,
} from '#features/billing/credit-notes/routes.ts'
import { documentRoutes } from '#features/billing/documents/routes.ts'
import { invoiceOnApprovalRoutes } from '#features/billing/invoice-on-approval/routes.ts'
import { invoiceRemovals, invoiceRoutes } from '#features/billing/invoices/routes.ts'
import { paymentRemovals, paymentRoutes } from '#features/billing/payments/routes.ts'
import {
  recurringInvoiceRemovals,
  recurringInvoiceRoutes,
} from '#features/billing/recurring-invoices/routes.ts'
import { sendingRoutes } from '#features/billing/sending/routes.ts'
import { certificateAddresses, certificateRoutes } from '#features/engagement/approvals/routes.ts'
import { clientRemovals, clientRoutes } from '#features/engagement/clients/routes.ts'
import { confirmationAddress, contactRemovals, contactRoutes } from '#features/engagement/contacts/routes.ts'
import {
  unreadRoutes,
  unsubscribeAddress,
  unsubscriptionRoutes,
} from '#features/engagement/notifications/routes.ts'
import { portalAccessRoutes } from '#features/engagement/portal-access/routes.ts'
import { projectRemovals, projectRoutes } from '#features/engagement/projects/routes.ts'
import { accountRoutes, authenticateSession, watchSession } from '#features/foundation/account/routes.ts'
import { auditRoutes } from '#features/foundation/audit/routes.ts'
import { businessRemovals, businessRoutes } from '#features/foundation/business/routes.ts'
import { currencyRoutes } from '#features/foundation/currencies/routes.ts'
import { emailCodeRoutes } from '#features/foundation/email-codes/routes.ts'
import { passkeyRoutes } from '#features/foundation/passkeys/routes.ts'
import { removalRoutes } from '#features/foundation/removals/routes.ts'
import { signInRoutes } from '#features/foundation/sign-in/routes.ts'
import { signInPageRoutes } from '#features/foundation/sign-in-page/routes.ts'
import { storageRoutes } from '#features/foundation/storage/routes.ts'
import {
  requireAdmin,
  subscriptionOffers,
  subscriptionRoutes,
} from '#features/foundation/subscription/routes.ts'
import { deletionRoutes } from '#features/pages/account-deletion/routes.ts'
import { adminRoutes } from '#features/pages/admin/routes.ts'
import { attentionRoutes } from '#features/pages/attention/routes.ts'
import { checklistRoutes } from '#features/pages/checklist/routes.ts'
import { clientPageRoutes } from '#features/pages/client-page/routes.ts'
import { dashboardRoutes } from '#features/pages/dashboard/routes.ts'
import { demoRoutes } from '#features/pages/demo/routes.ts'
import { exportRoutes } from '#features/pages/export/routes.ts'
import { importRoutes } from '#features/pages/import/routes.ts'
import { listFiguresRoutes } from '#features/pages/list-figures/routes.ts'
import { moneyRoutes } from '#features/pages/money/routes.ts'
import { authenticatePortal, portalAddress, portalRoutes } from '#features/pages/portal/routes.ts'
import { reportRoutes } from '#features/pages/reports/routes.ts'
import { searchRoutes } from '#features/pages/search/routes.ts'
import { tourRoutes } from '#features/pages/tour/routes.ts'
import { commentRemovals, commentRoutes } from '#features/work/comments/routes.ts'
import { deliverableRemovals, deliverableRoutes } from '#features/work/deliverables/routes.ts'
import { expenseRemovals, expenseRoutes } from '#features/work/expenses/routes.ts'
import { milestoneRemovals, milestoneRoutes } from '#features/work/milestones/routes.ts'
import { recurringExpenseRemovals, recurringExpenseRoutes } from '#features/work/recurring-expenses/routes.ts'
import { timeEntryRemovals, timeEntryRoutes } from '#features/work/time-entries/routes.ts'
import { timerRoutes } from '#features/work/timer/routes.ts'
import type { Clock } from '#server/config/clock.ts'
import type { TrustProxy } from '#server/config/environment.ts'
import type { Settings } from '#server/config/settings.ts'
import { contextFor } from '#server/context.ts'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import { closeConnections } from '#server/http/closing.ts'
import { compressResponses } from '#server/http/compression.ts'
import { answerErrors, answerUnroutable } from '#server/http/error-responses.ts'
import { answerUnparsable } from '#server/http/http-parse-errors.ts'
import { readJsonBodies } from '#server/http/json-body.ts'
import { describeApi } from '#server/http/openapi.ts'
import { limitRates } from '#server/http/rate-limits.ts'
import { enforceBodyTimeouts } from '#server/http/request-timeouts.ts'
import { type Authenticate, registerRoutes } from '#server/http/routes.ts'
import { exposedWarning } from '#server/http/sandbox-guard.ts'
import { secure } from '#server/http/security.ts'
import { zodMessages } from '#server/http/validation-messages.ts'
import { compileZodSchemas, noJsonSchemas } from '#server/http/zod-schemas.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'
import { reportHealth } from '#server/observability/health.ts'
import { reportMetrics } from '#server/observability/metrics.ts'
import type { Services } from '#server/services.ts'

const BODY_BYTES = 1_048_576
const HEADERS_MILLISECONDS = 30_000
/** Without a byte in either direction, as when a client stops reading. Longer than any response takes to start. */
const IDLE_TIMEOUT_MS = 90_000

/** Every deletion that can be undone. */
const ALL_REMOVALS = [
  ...businessRemovals,
  ...clientRemovals,
  ...contactRemovals,
  ...projectRemovals,
  ...timeEntryRemovals,
  ...expenseRemovals,
  ...recurringExpenseRemovals,
  ...milestoneRemovals,
  ...deliverableRemovals,
  ...commentRemovals,
  ...invoiceRemovals,
  ...creditNoteRemovals,
  ...paymentRemovals,
  ...recurringInvoiceRemovals,
]

const authenticateAdmin: Authenticate = async (base, request, reply) => {
  const caller = await authenticateSession(base, request, reply)
  await requireAdmin(contextFor(caller, base))
  return caller
}

/** The plans that Daybook sells. */
export const OFFERS = subscriptionOffers

export const ALL_ROUTES = [
  ...accountRoutes,
  ...signInRoutes,
  ...emailCodeRoutes,
  ...signInPageRoutes,
  ...passkeyRoutes,
  ...deletionRoutes,
  ...auditRoutes,
  ...subscriptionRoutes,
  ...storageRoutes,
  ...businessRoutes,
  ...clientRoutes,
  ...contactRoutes,
  ...clientPageRoutes,
  ...currencyRoutes,
  ...projectRoutes,
  ...timeEntryRoutes,
  ...timerRoutes,
  ...expenseRoutes,
  ...recurringExpenseRoutes,
  ...dashboardRoutes,
  ...listFiguresRoutes,
  ...moneyRoutes,
  ...billableWorkRoutes,
  ...invoiceRoutes,
  ...invoiceChangeRoutes,
  ...documentRoutes,
  ...sendingRoutes,
  ...recurringInvoiceRoutes,
  ...invoiceOnApprovalRoutes,
  ...milestoneRoutes,
  ...deliverableRoutes,
  ...commentRoutes,
  ...portalAccessRoutes,
  ...unreadRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...creditNoteRoutes,
  ...certificateRoutes,
  ...unsubscriptionRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...attentionRoutes,
  ...checklistRoutes,
  ...tourRoutes,
  ...demoRoutes,
  ...adminRoutes,
  ...removalRoutes(ALL_REMOVALS),
]

export interface AppDependencies {
  settings: Settings
  secrets: Secrets
  database: Database
  queue: Pick<OpenQueue, 'counts'>
  clock: Clock
  services: Services
  log: FastifyBaseLogger
  hotReload: boolean
  /** Aborted as soon as the server is to stop. */
  leaving: AbortSignal
  /** Serves the web client and the sandboxes next to the API. */
  pages(app: FastifyInstance): Promise<void>
}

/** The server without its pages: the endpoints of all features, behind the same hooks. */
export async function createApp(parts: AppDependencies): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: parts.log,
    schemaController: noJsonSchemas,
    trustProxy: trusted(parts.settings.trustProxy),
    bodyLimit: BODY_BYTES,
    requestTimeout: 0,
    connectionTimeout: IDLE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_MILLISECONDS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnparsable,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
  })
  z.config(zodMessages)
  compileZodSchemas(app)
  closeConnections(app)
  readJsonBodies(app)
  answerErrors(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
  enforceBodyTimeouts(app)
  secure(app, parts.settings, {
    hotReload: parts.hotReload,
    secretAddresses: [portalAddress, confirmationAddress, unsubscribeAddress, ...certificateAddresses],
  })
  await app.register(cookie, { secret: [parts.secrets.current, ...parts.secrets.previous()] })
  await compressResponses(app)
  await limitRates(app, parts.settings.limits, parts.database.db)
  describeApi(app, exposedWarning(parts.settings))
  reportHealth(app, parts.database, parts.leaving)
  await reportMetrics(app, parts.settings, parts.database, parts.queue)

  registerRoutes(app, ALL_ROUTES, {
    db: parts.database.db,
    clock: parts.clock,
    services: parts.services,
    limits: parts.settings.limits,
    authenticate: {
      account: authenticateSession,
      admin: authenticateAdmin,
      link: authenticatePortal,
    },
    watchSession,
  })
  await parts.pages(app)
  return app
}

/** Fastify accepts no number of hops, because a client that bypasses the proxies could lie: the port must not be public. */
const trusted = (proxies: TrustProxy) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
