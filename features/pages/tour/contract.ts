import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

/** In the order in which they are taken. */
export const TourStep = z.enum(['timer', 'approve', 'bill', 'send', 'pay', 'money', 'yours'])
export type TourStep = z.output<typeof TourStep>

export const TourStatus = z
  .enum(['offered', 'started', 'finished'])
  .meta({ description: 'Offered until it is started. A tour that was finished is not offered again.' })
export type TourStatus = z.output<typeof TourStatus>

const Id = z.int().nullable()

export const Tour = z.object({
  status: TourStatus,
  step: TourStep.meta({ description: 'Where it was left, or else where it begins.' }),
  project_id: Id.meta({ description: 'Of the deliverable.' }),
  client_id: Id.meta({ description: 'Of the project.' }),
  deliverable_id: Id.meta({
    description: 'One that waits for approval, if possible with a fee; or else one that was decided on.',
  }),
  draft_id: Id.meta({ description: 'The newest invoice that is still a draft.' }),
  paid_id: Id.meta({ description: 'The newest invoice that this client paid, if possible online.' }),
})
export type Tour = z.output<typeof Tour>

export const tourApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/tour',
    access: 'account',
    summary: 'How far the tour has come, and what it shows',
    response: Tour,
  },
  goTo: {
    method: 'PUT',
    path: '/api/tour',
    access: 'account',
    summary: 'Start the tour, or go to another step of it',
    description: 'A tour that was finished stays finished.',
    body: z.object({ step: TourStep }),
    response: Tour,
  },
  finish: {
    method: 'POST',
    path: '/api/tour/finish',
    access: 'account',
    summary: 'Finish the tour',
    response: Tour,
  },
})
