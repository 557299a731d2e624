import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatBytes } from '#core/format.ts'
import { addressOf, call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { upload } from '#web/data/upload.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type Import,
  type ImportSettings,
  type ImportStatus,
  importsApi,
  MAX_IMPORT_BYTES,
} from './contract.ts'

const isBusy = (status: ImportStatus | undefined): boolean => status === 'importing' || status === 'undoing'

const POLL_MILLISECONDS = 1000

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: () => call(importsApi.list),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => isBusy(status)) ? POLL_MILLISECONDS : false,
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: () => call(importsApi.get, { params: { id } }),
    refetchInterval: ({ state }) => (isBusy(state.data?.status) ? POLL_MILLISECONDS : false),
  })

/** Depends on the settings, so that a changed column is previewed anew. */
export const previewQuery = (id: number, settings: ImportSettings) =>
  queryOptions({
    queryKey: ['imports', 'preview', id, settings],
    queryFn: () => call(importsApi.preview, { params: { id } }),
  })

export const keptQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'kept', id],
    queryFn: () => call(importsApi.kept, { params: { id } }),
  })

export const importsLoader = prefetchLoader((queryClient) => [queryClient.prefetchQuery(importsQuery)])

export const faultsAddress = (id: number): string => addressOf(importsApi.faults, { params: { id } }).href

/** Uploads a file and leads on to its preview. */
export function useUploadImport() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const start = async (file: File): Promise<void> => {
    if (file.size > MAX_IMPORT_BYTES) {
      setError(`It is ${formatBytes(file.size)}. A file can be at most ${formatBytes(MAX_IMPORT_BYTES)}.`)
      return
    }
    const controller = new AbortController()
    sending.current?.abort()
    sending.current = controller
    setError(null)
    setShare(0)
    try {
      const prepared = await upload(
        importsApi.upload,
        file,
        { signal: controller.signal, onProgress: setShare },
        { query: { name: file.name } },
      )
      queryClient.setQueryData(importQuery(prepared.id).queryKey, prepared)
      await navigate(`/import/${prepared.id}`)
    } catch (failure) {
      if (controller.signal.aborted) return
      setError(
        failure instanceof ApiError ? errorMessage(failure) : 'The connection was lost during the upload.',
      )
    } finally {
      if (!controller.signal.aborted) setShare(null)
    }
  }
  return { start, share, error }
}

function useImportAction<Input = void>(run: (input: Input) => Promise<Import>, failed: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (changed) => queryClient.setQueryData(importQuery(changed.id).queryKey, changed),
    onError: (error) => toast.error(failed, errorMessage(error)),
  })
}

export const useChangeSettings = (id: number) =>
  useImportAction(
    (body: ImportSettings) => call(importsApi.update, { params: { id }, body }),
    'Failed to change the import',
  )

export const useStartImport = (id: number) =>
  useImportAction(() => call(importsApi.start, { params: { id } }), 'Failed to start the import')

export const useCancelImport = (id: number) =>
  useImportAction(() => call(importsApi.cancel, { params: { id } }), 'Failed to cancel the import')

export const useUndoImport = (id: number) =>
  useImportAction(() => call(importsApi.undo, { params: { id } }), 'Failed to undo the import')

export function useDiscardImport(id: number) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(importsApi.remove, { params: { id } }),
    onSuccess: () => navigate('/import'),
    onError: (error) => toast.error('Failed to discard the import', errorMessage(error)),
  })
}

/** Refreshes other screens once an import is over. */
export function useRefreshWhenDone(status: ImportStatus | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (isBusy(before.current) && !isBusy(status)) void refreshBooks(queryClient)
    before.current = status
  }, [status, queryClient])
}
