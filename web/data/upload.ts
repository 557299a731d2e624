import type { Endpoint, Output } from '#core/endpoint.ts'
import { accountHeader, addressOf, apiError, type Rest } from './api.ts'
import { decodeResponse } from './decode.ts'

export interface UploadOptions {
  signal: AbortSignal
  /** The fraction of bytes sent, from 0 to 1. */
  onProgress(share: number): void
  /** One key for every attempt to create this record. */
  idempotencyKey?: string
}

/** Uploads a file with progress, which `fetch` does not report. Rejects with the signal's reason when cancelled. */
export function upload<E extends Endpoint & { upload: object }>(
  endpoint: E,
  file: Blob,
  { signal, onProgress, idempotencyKey }: UploadOptions,
  ...args: Rest<E>
): Promise<Output<E>> {
  const { promise, resolve, reject } = Promise.withResolvers<Output<E>>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)

  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => {
    if (request.status < 300) resolve(decodeResponse(endpoint, request.response) as Output<E>)
    else reject(apiError(request.status, request.response))
  }
  request.onerror = () => reject(new Error('The connection was lost'))
  request.onabort = () => reject(signal.reason)
  request.onloadend = () => signal.removeEventListener('abort', abort)

  request.open(endpoint.method, addressOf(endpoint, ...args))
  request.setRequestHeader('accept', 'application/json')
  for (const [name, value] of Object.entries(accountHeader())) request.setRequestHeader(name, value)
  if (idempotencyKey) request.setRequestHeader('idempotency-key', idempotencyKey)
  request.responseType = 'json'
  request.send(file)
  return promise
}
