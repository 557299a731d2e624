import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { routes } from '#server/http/routes.ts'
import { changeInvoice } from './actions/cancellation.ts'
import { correctInvoice } from './actions/correction.ts'
import { creditNoteAsPdf, creditNoteAsXml } from './actions/documents.ts'
import * as notes from './actions/notes.ts'
import { sendCreditNote } from './actions/sending.ts'
import { creditNotesApi } from './contract.ts'

export const creditNoteRemovals = [notes.creditNoteRemoval]

const { update } = invoicesApi

/** An invoice is changed here, since cancelling it may credit it. */
export const invoiceChangeRoutes = routes(
  { update },
  { update: (ctx, { params, body, ifMatch }) => changeInvoice(ctx, params.id, body, ifMatch) },
)

export const creditNoteRoutes = routes(creditNotesApi, {
  create: (ctx, { params, body }) => notes.createCreditNote(ctx, params.id, body),
  correct: (ctx, { params, body }) => correctInvoice(ctx, params.id, body),
  list: (ctx, { query }) => notes.listCreditNotes(ctx, query),
  get: (ctx, { params }) => notes.getCreditNote(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => notes.updateCreditNote(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => notes.removeCreditNote(ctx, params.id, ifMatch),
  send: (ctx, { params, body, ifMatch }) => sendCreditNote(ctx, params.id, body, ifMatch),
  pdf: (ctx, { params }) => creditNoteAsPdf(ctx, params.id),
  eInvoice: (ctx, { params, query }) => creditNoteAsXml(ctx, params.id, query.syntax),
})
