import { pathWith } from '#core/endpoint.ts'
import { deliverablesApi } from '#features/deliverables/contract.ts'
import type { Visitor } from './people.ts'

interface FileParams {
  /** The project's. */
  id: number
  deliverableId: number
}

/** Where a deliverable's file is uploaded to and downloaded from. */
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
