import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

export const Checklist = z.object({
  business: z.boolean().meta({ description: 'Whether the business has a name.' }),
  client: z.boolean().meta({ description: 'Whether there is a client.' }),
  rate: z.boolean().meta({ description: 'Whether you, a client or a project has an hourly rate.' }),
  invoice: z.boolean().meta({ description: 'Whether there is an invoice.' }),
  is_dismissed: z.boolean(),
})
export type Checklist = z.output<typeof Checklist>

export const checklistApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/checklist',
    access: 'account',
    summary: 'Which first steps of a new account are done',
    response: Checklist,
  },
  dismiss: {
    method: 'DELETE',
    path: '/api/checklist',
    access: 'account',
    summary: 'Put the checklist away for good',
    response: Done,
  },
})
