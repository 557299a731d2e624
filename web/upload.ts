import { ErrorBody } from '#core/errors.ts'
import { ApiError } from '#web/api.ts'

interface UploadOptions {
  signal: AbortSignal
  /** How many of the bytes have left, from 0 to 1. */
  onProgress(share: number): void
}

/** Sends a file and tells how far it is, which `fetch` cannot. Rejects with the signal's reason when it is cancelled. */
export function upload(url: string, file: File, { signal, onProgress }: UploadOptions): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)

  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => {
    if (request.status < 300) resolve(request.response)
    else reject(new ApiError(request.status, errorIn(request)))
  }
  request.onerror = () => reject(new Error('The connection was lost'))
  request.onabort = () => reject(signal.reason)
  request.onloadend = () => signal.removeEventListener('abort', abort)

  const body = new FormData()
  body.append('file', file)
  request.open('POST', url)
  request.responseType = 'json'
  request.send(body)
  return promise
}

const errorIn = ({ response, status }: XMLHttpRequest): ErrorBody =>
  ErrorBody.safeParse(response).data ?? { error: `The server answered ${status}` }
