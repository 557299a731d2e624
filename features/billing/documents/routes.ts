import { routes } from '#server/http/routes.ts'
import { eInvoiceAsXml } from './actions/e-invoice.ts'
import { invoiceAsPdf } from './actions/pdf.ts'
import { receiptAsPdf } from './actions/receipt.ts'
import { documentsApi } from './contract.ts'

export const documentRoutes = routes(documentsApi, {
  pdf: (ctx, { params }) => invoiceAsPdf(ctx, params.id),
  eInvoice: (ctx, { params, query }) => eInvoiceAsXml(ctx, params.id, query.syntax),
  receipt: (ctx, { params }) => receiptAsPdf(ctx, params.id, params.paymentId),
})
