import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { fromMinorUnits } from '#core/money.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { trackUpload, type Upload } from '#features/foundation/storage/client.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { live } from '#web/data/live.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { upload } from '#web/data/upload.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type Deliverable,
  type DeliverableForm,
  DeliverableInput,
  deliverablesApi,
  type FileRemoval,
} from './contract.ts'

export const deliverablesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['deliverables', projectId],
    queryFn: () => call(deliverablesApi.list, { params: { id: projectId } }),
    ...live,
  })

export const useCreateDeliverable = (projectId: number) =>
  useChange<Deliverable[], DeliverableForm, Deliverable>({
    ...deliverablesQuery(projectId),
    run: (body) => call(deliverablesApi.create, { params: { id: projectId }, body }),
    applyResult: (deliverables, created) => [...deliverables, created],
    succeeded: () => 'Deliverable added',
    failed: 'Failed to add deliverable',
  })

export const useUpdateDeliverable = (projectId: number, deliverableId: number) =>
  useChange<Deliverable[], DeliverableForm, Deliverable>({
    ...deliverablesQuery(projectId),
    run: (body) => call(deliverablesApi.update, { params: { id: projectId, deliverableId }, body }),
    apply: (deliverables, form) => {
      const { link_url: _, fee: __, ...changed } = z.decode(DeliverableInput, form)
      return deliverables.map((one) => (one.id === deliverableId ? { ...one, ...changed } : one))
    },
    applyResult: withChanged,
    succeeded: () => 'Deliverable updated',
    failed: 'Failed to update deliverable',
  })

export const useReorderDeliverables = (projectId: number) =>
  useChange<Deliverable[], number[]>({
    ...deliverablesQuery(projectId),
    run: (ids) => call(deliverablesApi.reorder, { params: { id: projectId }, body: { ids } }),
    apply: (deliverables, ids) => deliverables.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    failed: 'Failed to move deliverable',
  })

export const useDeleteDeliverable = (projectId: number) =>
  useChange<Deliverable[], Deliverable, Removed>({
    ...deliverablesQuery(projectId),
    run: ({ id }) => call(deliverablesApi.remove, { params: { id: projectId, deliverableId: id } }),
    apply: (deliverables, { id }) => deliverables.filter((one) => one.id !== id),
    succeeded: () => 'Deliverable deleted',
    undo: undoRemoval,
    failed: 'Failed to delete deliverable',
  })

export const useSubmitDeliverable = (projectId: number) =>
  useChange<Deliverable[], Deliverable, Deliverable>({
    ...deliverablesQuery(projectId),
    run: ({ id }) => call(deliverablesApi.submit, { params: { id: projectId, deliverableId: id } }),
    applyResult: withChanged,
    succeeded: ({ version }) =>
      version > 1 ? `Version ${version} submitted for approval` : 'Submitted for approval',
    failed: 'Failed to submit deliverable',
  })

export const useRemoveFile = (projectId: number, deliverableId: number) =>
  useChange<Deliverable[], void, FileRemoval>({
    ...deliverablesQuery(projectId),
    run: () => call(deliverablesApi.removeFile, { params: { id: projectId, deliverableId } }),
    applyResult: (deliverables, { removal_id: _, ...changed }) => withChanged(deliverables, changed),
    succeeded: () => 'File removed',
    undo: undoRemoval,
    failed: 'Failed to remove file',
  })

function withChanged(deliverables: Deliverable[], changed: Deliverable): Deliverable[] {
  return deliverables.map((one) => (one.id === changed.id ? changed : one))
}

export const toForm = (deliverable: Deliverable): Required<DeliverableForm> => ({
  ...fieldsOf(DeliverableInput, deliverable),
  link_url: deliverable.link_url ?? '',
  fee: deliverable.fee && fromMinorUnits(deliverable.fee, deliverable.currency),
})

/** Stored in the signed-in user's cache, so that it is cleared on sign-out. */
const uploadKey = (deliverableId: number) => ['uploads', deliverableId]

export function useUpload(deliverableId: number): Upload | null {
  const { data } = useQuery<Upload | null>({
    queryKey: uploadKey(deliverableId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}

export function useStartUpload(projectId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = deliverablesQuery(projectId)

  return async (deliverableId: number, file: File): Promise<void> => {
    const show = (upload: Upload | null) => void queryClient.setQueryData(uploadKey(deliverableId), upload)
    const changed = await trackUpload(file, show, (options) =>
      upload(deliverablesApi.uploadFile, file, options, {
        params: { id: projectId, deliverableId },
        query: { name: file.name },
      }),
    )
    if (changed) {
      queryClient.setQueryData(queryKey, (all) => all && withChanged(all, changed))
      toast.success(`${file.name} uploaded`)
    }
    void refreshBooks(queryClient)
  }
}
