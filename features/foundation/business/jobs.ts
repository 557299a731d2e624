import type { Attachment } from '#server/mail/attachment.ts'
import { mailLogo } from './actions.ts'

export const businessAttachments: readonly Attachment[] = [mailLogo]
