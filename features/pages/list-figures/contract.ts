import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'

const Sum = priced(z.object({ currency: CurrencyCode, amount: Money }))
export type Sum = z.output<typeof Sum>

const Sums = z.array(Sum).meta({ description: 'In each currency; empty if there is nothing.' })

export const ClientFigures = z.object({
  client_id: z.int(),
  owed: Sums.meta({ description: 'What is left to pay on sent invoices, in each currency.' }),
  is_overdue: z.boolean().meta({ description: 'Some of it is overdue.' }),
  unbilled: Sums,
  last_active_on: DateOnly.nullable().meta({
    description: 'The day of the newest work, invoice or payment.',
  }),
})
export type ClientFigures = z.output<typeof ClientFigures>

export const ProjectFigures = z.object({ project_id: z.int(), unbilled: Sums })
export type ProjectFigures = z.output<typeof ProjectFigures>

export const listFiguresApi = endpoints({
  clients: {
    method: 'GET',
    path: '/api/client-figures',
    access: 'account',
    summary: 'What each client owes, what is unbilled, and when something last happened',
    description: 'Clients without any of it are left out.',
    response: z.array(ClientFigures),
  },
  projects: {
    method: 'GET',
    path: '/api/project-figures',
    access: 'account',
    summary: 'What is unbilled on each project',
    description: 'Projects without unbilled work are left out.',
    response: z.array(ProjectFigures),
  },
})
