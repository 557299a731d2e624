import { queryOptions } from '@tanstack/react-query'
import { formatBytes } from '#core/format.ts'
import { MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import type { UploadOptions } from '#web/data/upload.ts'
import { toast } from '#web/ui/toast.ts'
import { storageApi } from './contract.ts'

export const storageQuery = queryOptions({ queryKey: ['storage'], queryFn: () => call(storageApi.usage) })

/** A file on its way. It continues while other pages are open. */
export interface Upload {
  file: File
  /** From 0 to 1. At 1 the server is still storing it. */
  share: number
  /** The reason for the failure. */
  error: string | null
  cancel(): void
}

export const tooLarge = ({ size }: File): string | null =>
  size > MAX_FILE_BYTES
    ? `It is ${formatBytes(size)}. A file can be at most ${formatBytes(MAX_FILE_BYTES)}.`
    : null

/** Sends a file and shows how far it is. Null if that failed or was cancelled. */
export async function trackUpload<Result>(
  file: File,
  show: (upload: Upload | null) => void,
  send: (options: UploadOptions) => Promise<Result>,
): Promise<Result | null> {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  const reason = tooLarge(file)
  if (reason) {
    toast.error(`${file.name} is too large`, reason)
    show(null)
    return null
  }

  const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', leaving)
  show({ file, share: 0, error: null, cancel })
  try {
    const onProgress = (share: number) => show({ file, share, error: null, cancel })
    const result = await send({ signal: controller.signal, onProgress })
    show(null)
    return result
  } catch (error) {
    if (controller.signal.aborted) show(null)
    else show({ file, share: 0, error: uploadError(error), cancel: () => show(null) })
    return null
  } finally {
    removeEventListener('beforeunload', leaving)
  }
}

const uploadError = (error: unknown): string =>
  error instanceof ApiError ? errorMessage(error) : 'The connection was lost during the upload.'
