import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { download, fetchFile } from '#web/data/api.ts'
import { errorMessage } from '#web/data/change.ts'
import { toast } from '#web/ui/toast.ts'
import { documentsApi, type EInvoiceSyntax } from './contract.ts'

export const useDownloadReceipt = (id: number) =>
  useMutation({
    mutationFn: (paymentId: number) => download(documentsApi.receipt, { params: { id, paymentId } }),
    onError: () => toast.error('Failed to download the receipt', 'Please try again later'),
  })

export const useDownloadEInvoice = (id: number) =>
  useMutation({
    mutationFn: (syntax: EInvoiceSyntax) =>
      download(documentsApi.eInvoice, { params: { id }, query: { syntax } }),
    onError: (error) => toast.error('Failed to download the e-invoice', errorMessage(error)),
  })

/** The invoice as a PDF, to show it in the page. */
export const pdfQuery = ({ id, version }: Pick<Invoice, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['invoices', 'pdf', id, version],
    queryFn: () => fetchFile(documentsApi.pdf, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const useDownloadPdf = (id: number) =>
  useMutation({
    mutationFn: () => download(documentsApi.pdf, { params: { id } }),
    onError: () => toast.error('Failed to download the PDF', 'Please try again later'),
  })
