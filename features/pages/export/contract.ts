import { endpoints, FileContent } from '#core/endpoint.ts'

export const exportApi = endpoints({
  account: {
    method: 'GET',
    path: '/api/export.zip',
    access: 'account',
    summary: 'All data of the account: a CSV for each noun, everything as JSON, and the uploaded files',
    response: FileContent,
    download: 'application/zip',
  },
})
