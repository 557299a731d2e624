import { endpoints, FileContent } from '#core/endpoint.ts'

export const exportApi = endpoints({
  account: {
    method: 'GET',
    path: '/api/export.zip',
    access: 'account',
    summary:
      'Everything that the account holds: a CSV for each noun, all of it as JSON, and the uploaded files',
    response: FileContent,
    download: 'application/zip',
  },
})
