import { defineJob, type Job } from '#server/jobs/job.ts'
import type { Attachment } from '#server/mail/attachment.ts'
import { creditNotePdf, keepCreditNoteFiles } from './actions/documents.ts'
import { keepCreditNote } from './actions/sending.ts'

export const creditNoteAttachments: readonly Attachment[] = [creditNotePdf]

export const creditNoteJobs: readonly Job[] = [
  defineJob({ ...keepCreditNote, external: true, run: keepCreditNoteFiles }),
]
