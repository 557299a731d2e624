import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

export const SampleDataStatus = z.object({
  status: z
    .enum(['offered', 'present', 'none'])
    .meta({ description: 'Offered while the account has nothing; present while sample data is in it.' }),
})
export type SampleDataStatus = z.output<typeof SampleDataStatus>

export const SampleDataRemoval = z.object({
  success: z.literal(true),
  kept: z.object({
    clients: z.int().meta({ description: 'Sample clients that her own records rest on: they are hers now.' }),
    projects: z.int(),
  }),
})
export type SampleDataRemoval = z.output<typeof SampleDataRemoval>

export const sampleDataApi = endpoints({
  status: {
    method: 'GET',
    path: '/api/sample-data',
    access: 'account',
    summary: 'Whether the account can be filled with sample data, or holds it',
    response: SampleDataStatus,
  },
  add: {
    method: 'POST',
    path: '/api/sample-data',
    access: 'account',
    summary: "Fill an empty account with a design studio's year",
    response: SampleDataStatus,
    status: 201,
    creates: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sample-data',
    access: 'account',
    summary: 'Remove the sample data and nothing else',
    description:
      'A sample client or project that own records rest on stays. Invoice numbers that only samples took are given again.',
    response: SampleDataRemoval,
  },
})
