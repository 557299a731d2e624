import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { TourStatus } from '#features/pages/tour/contract.ts'

export const SampleDataStatus = z.object({
  status: z
    .enum(['offered', 'present', 'none'])
    .meta({ description: 'Offered while the account is empty; present while it contains sample data.' }),
  tour: TourStatus,
})
export type SampleDataStatus = z.output<typeof SampleDataStatus>

export const sampleDataApi = endpoints({
  status: {
    method: 'GET',
    path: '/api/sample-data',
    access: 'account',
    summary: 'Whether sample data is offered or present',
    response: SampleDataStatus,
  },
  add: {
    method: 'POST',
    path: '/api/sample-data',
    access: 'account',
    summary: "Add sample data to an empty account: a design studio's year",
    response: SampleDataStatus,
    status: 201,
    creates: true,
    storesFiles: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sample-data',
    access: 'account',
    summary: 'Remove the sample data and nothing else',
    description:
      'A sample record that you changed, sent or added to is your own, counts towards the plan, and stays. Invoice numbers that only samples used are assigned again.',
    response: z.object({ success: z.literal(true) }),
  },
})
