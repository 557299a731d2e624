import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

export const DeletionInput = z.object({
  confirm_name: z
    .string('Please type the name')
    .trim()
    .min(1, 'Please type the name')
    .max(2000)
    .meta({ description: 'The business name; without one your own name, or else your email address.' }),
})
export type DeletionInput = z.output<typeof DeletionInput>

export const deletionApi = endpoints({
  request: {
    method: 'POST',
    path: '/api/account/deletion',
    access: 'account',
    summary: 'Delete the account: its plan ends at once, everything else within 30 days',
    body: DeletionInput,
    response: z.object({ delete_at: Instant }),
  },
  cancel: {
    method: 'DELETE',
    path: '/api/account/deletion',
    access: 'account',
    summary: 'Cancel the deletion of the account',
    response: Done,
    whileClosing: true,
  },
})
