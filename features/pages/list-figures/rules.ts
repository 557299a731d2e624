import type { DateOnly } from '#core/calendar.ts'
import { formatMoney } from '#core/format.ts'
import { addUpProjects, type ProjectSum } from '#features/billing/billable-work/rules.ts'
import type { ClientFigures, ProjectFigures, Sum } from './contract.ts'

interface ClientSums {
  owed: readonly (Sum & { client_id: number; is_overdue: boolean })[]
  unbilled: readonly ProjectSum[]
  last_days: readonly { client_id: number; last_active_on: DateOnly }[]
}

export function figuresOfClients({ owed, unbilled, last_days }: ClientSums): ClientFigures[] {
  const debts = Map.groupBy(owed, ({ client_id }) => client_id)
  const work = Map.groupBy(unbilled, ({ client_id }) => client_id)
  const days = new Map(last_days.map(({ client_id, last_active_on }) => [client_id, last_active_on]))
  const ids = new Set([...debts.keys(), ...work.keys(), ...days.keys()])
  return [...ids]
    .filter((id) => id !== null)
    .map((client_id) => {
      const owedByClient = debts.get(client_id) ?? []
      return {
        client_id,
        owed: owedByClient.map(({ currency, amount }) => ({ currency, amount })),
        is_overdue: owedByClient.some(({ is_overdue }) => is_overdue),
        unbilled: sumsOf(work.get(client_id) ?? []),
        last_active_on: days.get(client_id) ?? null,
      }
    })
}

export const figuresOfProjects = (sums: readonly ProjectSum[]): ProjectFigures[] =>
  [...Map.groupBy(sums, ({ project_id }) => project_id)].flatMap(([project_id, some]) =>
    project_id === null ? [] : { project_id, unbilled: sumsOf(some) },
  )

const sumsOf = (work: readonly ProjectSum[]): Sum[] =>
  addUpProjects(work)
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount }) => ({ currency, amount }))

/** "€2,730.00 + $80.00"; empty if there is nothing. */
export const sumsText = (sums: readonly Sum[] | undefined): string =>
  sums?.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') ?? ''

/** The largest sum, to sort by: amounts in several currencies cannot be compared exactly. */
export const largestOf = (sums: readonly Sum[] | undefined): number =>
  Math.max(0, ...(sums ?? []).map(({ amount }) => amount))
