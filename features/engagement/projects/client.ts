import { type InfiniteData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import type { IfMatch, Page } from '#core/endpoint.ts'
import { fromMinorUnits, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { fromSeconds, type Seconds } from '#core/units.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { usageQuery, usePlanLimit } from '#features/foundation/subscription/client.ts'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useBulkChange } from '#web/data/bulk-change.ts'
import { failureOf, listQuery, useList, useListChange } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { statusIn } from '#web/navigation/status-link.ts'
import {
  type Project,
  type ProjectDeletion,
  type ProjectForm,
  ProjectInput,
  ProjectStatus,
  projectsApi,
} from './contract.ts'
import { deletionOutcome, LIMIT_REACHED, limitReachedText } from './rules.ts'

const projectsQuery = (q: string, status?: ProjectStatus) =>
  listQuery('projects', projectsApi.list, { q, status })

export const useProjects = (...search: Parameters<typeof projectsQuery>) => useList(projectsQuery(...search))

export const projectsLoader = prefetchLoader((queryClient, search) => {
  const status = statusIn(search, ProjectStatus.options)
  return [
    queryClient.ensureInfiniteQueryData(projectsQuery(searchIn(search), status)),
    queryClient.ensureQueryData(usageQuery),
  ]
})

interface ProjectChoices {
  clientId: number | null | undefined
  /** Time cannot be logged on a cancelled project, but there may be some on it. */
  cancelled: boolean
}

export const useProjectsToChoose = (q: string, { clientId, cancelled }: ProjectChoices) =>
  useList(
    listQuery('projects', projectsApi.list, {
      q,
      status: cancelled ? undefined : 'not_cancelled',
      client_id: clientId,
    }),
  )

export const useProjectsOfClient = (clientId: number) =>
  useList(listQuery('projects', projectsApi.list, { client_id: clientId }))

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', 'one', id],
    queryFn: () => call(projectsApi.get, { params: { id } }),
  })

/** The project that `?new&project=12` is for. */
export function useProjectInAddress() {
  const [search] = useSearchParams()
  const id = Number(search.get('project'))
  const { data, isLoading } = useQuery({ ...projectQuery(id), enabled: Number.isSafeInteger(id) && id > 0 })
  return { project: data, loading: isLoading }
}

/** One project with its figures, kept up to date. Until they are loaded, the project as a list shows it. */
export function useProject(id: number) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...projectQuery(id), ...live })
  const { data, error } = query
  const failure = failureOf(query)
  if (data) return { project: data, detail: data, error, failure }
  const lists = queryClient.getQueriesData<InfiniteData<Page<Project>>>({ queryKey: ['projects', 'list'] })
  const known = lists
    .flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
    .find((project) => project.id === id)
  return { project: known, detail: undefined, error, failure }
}

/** The values of a form, with the name of the chosen client. */
export interface Entered {
  form: ProjectForm
  clientName: string | null
}

/** The input of a form that edits a record. */
export type Edited = Entered & { ifMatch: IfMatch }

export function useCreateProject(onUndone?: (id: number) => void) {
  const { limit } = usePlanLimit('projects')
  return useListChange<Project, Entered, Project>({
    noun: 'projects',
    run: ({ form }) => call(projectsApi.create, { body: form }),
    succeeded: () => 'Project created successfully',
    undo:
      ({ id, version }) =>
      async () => {
        await call(projectsApi.remove, { params: { id }, ifMatch: version })
        onUndone?.(id)
      },
    undone: 'Project removed',
    failed: (error) => savingFailed(error, limit),
  })
}

export function useUpdateProject(id: number) {
  const { limit } = usePlanLimit('projects')
  return useListChange<Project, Edited>({
    noun: 'projects',
    run: ({ form, ifMatch }) => call(projectsApi.update, { params: { id }, body: form, ifMatch }),
    apply: (project, { form, clientName }) => {
      if (project.id !== id) return project
      const {
        status = project.status,
        currency = project.currency,
        billing = project.billing,
        apply_rate: _,
        budget_hours = project.budget_hours,
        invoice_on_approval = project.invoice_on_approval,
        ...changed
      } = z.decode(ProjectInput, form)
      const amountOf = (amount: unknown) =>
        typeof amount === 'number' ? toMinorUnits(amount, currency) : null
      const prices = {
        hourly_rate: billing === 'hourly' ? amountOf(form.hourly_rate) : null,
        daily_rate: billing === 'daily' ? amountOf(form.daily_rate) : null,
        fixed_fee: billing === 'fixed' ? amountOf(form.fixed_fee) : null,
      }
      return {
        ...project,
        ...changed,
        ...prices,
        status,
        currency,
        billing,
        rate: prices.daily_rate ?? prices.hourly_rate,
        rate_unit: billing === 'daily' ? 'day' : 'hour',
        budget_hours,
        invoice_on_approval,
        budget_amount: amountOf(form.budget_amount),
        client_name: clientName,
      }
    },
    inForm: true,
    succeeded: () => 'Project updated successfully',
    failed: (error) => savingFailed(error, limit),
  })
}

export const useDeleteProjects = () =>
  useBulkChange<Project, ProjectDeletion>({
    noun: 'projects',
    one: 'project',
    done: 'deleted',
    run: ({ id, version }) => call(projectsApi.remove, { params: { id }, ifMatch: version }),
    undo: undoRemoval,
  })

export const useDeleteProject = () =>
  useListChange<Project, Project, ProjectDeletion>({
    noun: 'projects',
    run: ({ id, version }) => call(projectsApi.remove, { params: { id }, ifMatch: version }),
    apply: (project, deleted) => {
      if (project.id !== deleted.id) return project
      return deleted.has_history ? { ...project, status: 'cancelled' } : null
    },
    succeeded: ({ outcome }) => ['Project deleted successfully', deletionOutcome(outcome)],
    undo: undoRemoval,
    failed: 'Failed to delete project',
  })

function savingFailed(error: Error, limit: number | undefined): [title: string, description: string] {
  if (!error.message.includes('limit')) return ['Failed to save project', 'Please try again later']
  const details = error instanceof ApiError ? error.body.details : undefined
  return [LIMIT_REACHED, details ?? limitReachedText(limit)]
}

/** A project as form values, in the format of the API. */
export function toForm(project: Project): Required<Omit<ProjectForm, 'apply_rate'>> {
  const amountOf = (amount: MinorUnits | null) =>
    amount === null ? null : fromMinorUnits(amount, project.currency)
  const hoursOf = (hours: Seconds | null) => (hours === null ? null : fromSeconds(hours))
  return {
    ...fieldsOf(ProjectInput, project),
    hourly_rate: amountOf(project.hourly_rate),
    daily_rate: amountOf(project.daily_rate),
    fixed_fee: amountOf(project.fixed_fee),
    estimated_hours: hoursOf(project.estimated_hours),
    budget_hours: hoursOf(project.budget_hours),
    budget_amount: amountOf(project.budget_amount),
  }
}
