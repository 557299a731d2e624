import type { FastifyRequest } from 'fastify'
import { openDecidedFile } from '#features/engagement/approvals/actions/certificates.ts'
import { changeOwnDetails, getOwnDetails } from '#features/engagement/contacts/actions/own-details.ts'
import { markSeen } from '#features/engagement/notifications/actions/unread.ts'
import { authenticatePortalLink, previewPortal } from '#features/engagement/portal-access/actions.ts'
import { ONLY_THE_CLIENT, previewedClient } from '#features/engagement/portal-access/rules.ts'
import { resumeFirst } from '#features/foundation/account/actions.ts'
import { openLogo } from '#features/foundation/business/actions.ts'
import { type Caller, contextFor, type PublicContext } from '#server/context.ts'
import { Forbidden, InvalidLink } from '#server/errors.ts'
import { sessionCookiesIn } from '#server/http/cookies.ts'
import { isPrefetch } from '#server/http/prefetch.ts'
import { type Authenticate, routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import { overview } from './actions/home.ts'
import * as portal from './actions/portal.ts'
import { portalApi } from './contract/portal.ts'

export const portalRoutes = routes(portalApi, {
  overview: (ctx) => overview(ctx),
  me: (ctx) => getOwnDetails(ctx),
  changeMe: (ctx, { body, ifMatch }) => changeOwnDetails(ctx, body, ifMatch),
  markSeen: (ctx, { body }) => markSeen(ctx, body.unread_ids),
  logo: (ctx, { query }) => openLogo(ctx, query.id),
  projects: (ctx, { query }) => portal.listProjects(ctx, query),
  project: (ctx, { params }) => portal.getProject(ctx, params.token, params.projectId),
  comments: (ctx, { params, query }) => portal.listComments(ctx, params.projectId, query),
  comment: (ctx, { body }) => portal.comment(ctx, body),
  approveDeliverable: (ctx, { params, body }) =>
    portal.decideDeliverable(ctx, params.token, params.deliverableId, 'approved', body),
  rejectDeliverable: (ctx, { params, body }) =>
    portal.decideDeliverable(ctx, params.token, params.deliverableId, 'rejected', body),
  downloadFile: (ctx, { params }) => portal.downloadFile(ctx, params.deliverableId, params.version),
  invoices: (ctx, { query }) => portal.listInvoices(ctx, query),
  invoice: (ctx, { params }) => portal.openInvoice(ctx, params.invoiceId),
  invoicePdf: (ctx, { params }) => portal.downloadInvoice(ctx, params.invoiceId),
  expenseReceipt: (ctx, { params }) => portal.downloadExpenseReceipt(ctx, params.invoiceId, params.receiptId),
  creditNotePdf: (ctx, { params }) => portal.downloadCreditNote(ctx, params.creditNoteId),
  receipt: (ctx, { params }) => portal.downloadReceipt(ctx, params.invoiceId, params.paymentId),
  decidedFile: (ctx, { params }) => openDecidedFile(ctx, params.code),
  pay: async (ctx, { params }, http) => ({
    url: await portal.payInvoice(ctx, params.token, params.invoiceId, http.origin),
  }),
  payment: async (ctx, { params }) => ({ state: await portal.getPaymentState(ctx, params.invoiceId) }),
  givePaidNotice: (ctx, { params, body }) => portal.sayPaid(ctx, params.invoiceId, body),
  decideInvoice: (ctx, { params, body }) => portal.decideInvoice(ctx, params.invoiceId, body),
})

export const portalAddress = secretAddress('client-portal')

const linkOf = ({ accountId, actor }: Caller) =>
  actor.type === 'client' ? `${accountId}.${actor.accessId}` : ''

/** The client behind the token in the path, or the freelancer who looks at what that client sees. */
export const authenticatePortal: Authenticate = async (base, request) => {
  const { token } = request.params as { token: string }
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  const previewed = previewedClient(token)
  const caller = await (previewed === undefined
    ? authenticatePortalLink(base, token, isPrefetch(request) ? 'prefetch' : 'visit')
    : authenticatePreview(base, request, previewed))
  if (!caller || 'contact' in caller) {
    await request.countUnknownCredential()
    throw new InvalidLink(caller?.contact)
  }
  if (isWrite && previewed !== undefined) throw new Forbidden(ONLY_THE_CLIENT)
  if (isWrite) await request.countLinkWrite(linkOf(caller))
  return caller
}

async function authenticatePreview(
  base: PublicContext,
  request: FastifyRequest,
  clientId: number,
): Promise<Caller | undefined> {
  const cookies = sessionCookiesIn(request.cookies, request.ownOrigin.startsWith('https:'))
  const session = await resumeFirst(base, cookies)
  if (!session || session.closing) return undefined
  return previewPortal(contextFor(session.caller, base), clientId)
}
