import { pathWith } from '#core/endpoint.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import type { Visitor } from './people.ts'

interface FileParams {
  /** The project's. */
  id: number
  deliverableId: number
}

/** The address of a deliverable's file, for upload and download. */
export const fileUrl = (params: FileParams): string =>
  pathWith(deliverablesApi.downloadFile.path, { ...params })

export const versionUrl = (params: FileParams, version: number): string =>
  pathWith(deliverablesApi.downloadVersion.path, { ...params, version })

export function uploadFile(
  person: Visitor,
  params: FileParams,
  content: BlobPart,
  name = 'logo.txt',
): Promise<Response> {
  return person.fetch(`${fileUrl(params)}?${new URLSearchParams({ name })}`, {
    method: deliverablesApi.uploadFile.method,
    body: new Blob([content]),
  })
}

export const receiptsUrl = (expenseId: number): string =>
  pathWith(expensesApi.addReceipt.path, { id: expenseId })

export function uploadReceipt(
  person: Visitor,
  expenseId: number,
  content: Buffer | string,
  name = 'receipt.png',
  headers: Record<string, string> = {},
): Promise<Response> {
  return person.fetch(`${receiptsUrl(expenseId)}?${new URLSearchParams({ name })}`, {
    method: expensesApi.addReceipt.method,
    headers,
    body: new Uint8Array(Buffer.from(content)),
  })
}

export function uploadThumbnail(
  person: Visitor,
  params: { id: number; receiptId: number },
  content: Buffer | string,
): Promise<Response> {
  return person.fetch(pathWith(expensesApi.addThumbnail.path, params), {
    method: expensesApi.addThumbnail.method,
    body: new Uint8Array(Buffer.from(content)),
  })
}
