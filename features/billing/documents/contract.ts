import { z } from 'zod'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { ById, Id } from '#core/schemas.ts'

/** The two syntaxes of EN 16931. */
export const EInvoiceSyntax = z.enum(['cii', 'ubl'])
export type EInvoiceSyntax = z.output<typeof EInvoiceSyntax>

export const documentsApi = endpoints({
  pdf: {
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    access: 'account',
    summary: 'The invoice as a PDF',
    description:
      'As the client gets it: tagged PDF/A-3, on A4 or Letter as the country of the business uses.',
    params: ById,
    download: 'application/pdf',
    response: FileContent,
  },
  eInvoice: {
    method: 'GET',
    path: '/api/invoices/{id}/e-invoice.xml',
    access: 'account',
    summary: 'The invoice as an e-invoice by EN 16931',
    description:
      'The PDF of the invoice contains the same in the syntax CII. 409 `e_invoice_incomplete` if the norm asks for more than ' +
      'was entered, with what is missing in words.',
    params: ById,
    query: z.object({ syntax: EInvoiceSyntax.default('cii') }),
    download: 'application/xml',
    response: FileContent,
  },
  receipt: {
    method: 'GET',
    path: '/api/invoices/{id}/payments/{paymentId}/receipt.pdf',
    access: 'account',
    summary: 'The receipt for a payment',
    params: z.object({ id: Id, paymentId: Id }),
    download: 'application/pdf',
    response: FileContent,
  },
})
