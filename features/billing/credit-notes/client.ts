import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#core/format.ts'
import { invoiceQuery } from '#features/billing/invoices/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { call, download } from '#web/data/api.ts'
import { errorMessage, useChange } from '#web/data/change.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type Correction,
  type CorrectionForm,
  type CreditNote,
  type CreditNoteChangeForm,
  type CreditNoteForm,
  creditNotesApi,
} from './contract.ts'

const KEY = ['credit-notes'] as const

/** The credit notes of an invoice, and those that it corrects. */
export const creditNotesQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: [...KEY, invoiceId],
    queryFn: () => call(creditNotesApi.list, { query: { invoice_id: invoiceId } }),
  })

export function useCreateCreditNote(invoiceId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: CreditNoteForm) =>
      call(creditNotesApi.create, { params: { id: invoiceId }, body: form }),
    onSuccess: () => refreshBooks(queryClient),
  })
}

export const useUpdateCreditNote = (note: CreditNote) =>
  useChange<CreditNote[], CreditNoteChangeForm, CreditNote>({
    queryKey: [...KEY, note.invoice_id],
    run: (body) => call(creditNotesApi.update, { params: { id: note.id }, body, ifMatch: note.version }),
    applyResult: (notes, saved) => notes.map((one) => (one.id === saved.id ? saved : one)),
    succeeded: () => 'Credit note updated',
    failed: 'Failed to update the credit note',
  })

export const useSendCreditNote = (note: CreditNote) =>
  useChange<CreditNote[], { mail: boolean }, CreditNote>({
    queryKey: [...KEY, note.invoice_id],
    run: (body) => call(creditNotesApi.send, { params: { id: note.id }, body, ifMatch: note.version }),
    applyResult: (notes, saved) => notes.map((one) => (one.id === saved.id ? saved : one)),
    succeeded: (saved) => [
      `${saved.credit_note_number} sent`,
      `It takes back ${formatMoney(saved.total, saved.currency)} of ${saved.invoice_number}.`,
    ],
    failed: 'Failed to send the credit note',
  })

export const useRemoveCreditNote = (note: CreditNote) =>
  useChange<CreditNote[], void, { removal_id: number }>({
    queryKey: [...KEY, note.invoice_id],
    run: () => call(creditNotesApi.remove, { params: { id: note.id }, ifMatch: note.version }),
    apply: (notes) => notes.filter(({ id }) => id !== note.id),
    succeeded: () => 'Draft of the credit note deleted',
    undo: undoRemoval,
    failed: 'Failed to delete the credit note',
  })

export function useCorrectInvoice(invoiceId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CorrectionForm): Promise<Correction> =>
      call(creditNotesApi.correct, { params: { id: invoiceId }, body }),
    onSuccess: ({ credit_note, invoice }) => {
      queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
      toast.success(
        `${credit_note.credit_note_number} credits ${credit_note.invoice_number}`,
        'Here is the copy that you can change.',
      )
      return refreshBooks(queryClient)
    },
  })
}

export const useDownloadCreditNote = (id: number) =>
  useMutation({
    mutationFn: () => download(creditNotesApi.pdf, { params: { id } }),
    onError: (error) => toast.error('Failed to download the PDF', errorMessage(error)),
  })
