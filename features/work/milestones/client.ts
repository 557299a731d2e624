import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { projectQuery } from '#features/engagement/projects/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { live } from '#web/data/live.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import {
  type Milestone,
  type MilestoneForm,
  MilestoneInput,
  type MilestoneStatus,
  milestonesApi,
} from './contract.ts'

export const milestonesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['milestones', projectId],
    queryFn: () => call(milestonesApi.list, { params: { id: projectId } }),
    ...live,
  })

export const useCreateMilestone = (projectId: number) =>
  useChange<Milestone[], MilestoneForm, Milestone>({
    ...milestonesQuery(projectId),
    run: (body) => call(milestonesApi.create, { params: { id: projectId }, body }),
    applyResult: (milestones, created) => [...milestones, created],
    succeeded: () => 'Milestone added',
    failed: 'Failed to add milestone',
  })

export interface MilestoneChange {
  milestone: Milestone
  form: MilestoneForm
}

export function useUpdateMilestone(projectId: number) {
  const navigate = useNavigate()
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: false })
  return useChange<Milestone[], MilestoneChange, Milestone>({
    ...milestonesQuery(projectId),
    run: ({ milestone, form }) =>
      call(milestonesApi.update, { params: { id: projectId, milestoneId: milestone.id }, body: form }),
    apply: (milestones, { milestone, form }) => {
      const { status = milestone.status, fee: _, ...changed } = z.decode(MilestoneInput, form)
      const fee =
        form.fee === undefined ? milestone.fee : form.fee && toMinorUnits(form.fee, milestone.currency)
      return milestones.map((one) => (one.id === milestone.id ? { ...one, ...changed, status, fee } : one))
    },
    succeeded: ({ title, status }, { milestone }) =>
      status === 'completed' && milestone.status !== 'completed' ? `${title} completed` : 'Milestone updated',
    offer: ({ status, fee, is_billed }, { milestone }) => {
      const isDue = status === 'completed' && milestone.status !== 'completed' && fee !== null && !is_billed
      const client = project?.client_id
      if (!isDue || !client) return undefined
      return { label: 'Bill', run: () => void navigate(billPath({ client, project: projectId })) }
    },
    failed: 'Failed to update milestone',
  })
}

export const withStatus = (milestone: Milestone, status: MilestoneStatus): MilestoneChange => ({
  milestone,
  form: { ...toForm(milestone), status },
})

export const useReorderMilestones = (projectId: number) =>
  useChange<Milestone[], number[]>({
    ...milestonesQuery(projectId),
    run: (ids) => call(milestonesApi.reorder, { params: { id: projectId }, body: { ids } }),
    apply: (milestones, ids) => milestones.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    failed: 'Failed to move milestone',
  })

export const useDeleteMilestone = (projectId: number) =>
  useChange<Milestone[], Milestone, Removed>({
    ...milestonesQuery(projectId),
    run: ({ id }) => call(milestonesApi.remove, { params: { id: projectId, milestoneId: id } }),
    apply: (milestones, { id }) => milestones.filter((one) => one.id !== id),
    succeeded: () => 'Milestone deleted',
    undo: undoRemoval,
    failed: 'Failed to delete milestone',
  })

export const toForm = (milestone: Milestone): Required<MilestoneForm> => ({
  ...fieldsOf(MilestoneInput, milestone),
  due_date: milestone.due_date ?? '',
  fee: milestone.fee && fromMinorUnits(milestone.fee, milestone.currency),
})
