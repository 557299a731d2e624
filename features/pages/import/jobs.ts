import { defineScheduledJob, type Job } from '#server/jobs/job.ts'
import { deleteOldFiles } from './actions/files.ts'
import { runImport } from './actions/running.ts'
import { runUndo } from './actions/undoing.ts'

const deleteImportFiles = defineScheduledJob({
  name: 'delete-import-files',
  schedule: '23 3 * * *',
  run: deleteOldFiles,
})

export const importJobs: readonly Job[] = [runImport, runUndo, deleteImportFiles]
