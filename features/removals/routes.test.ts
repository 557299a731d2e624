import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/clients/contract.ts'
import { commentsApi } from '#features/comments/contract.ts'
import { deliverablesApi } from '#features/deliverables/contract.ts'
import { expensesApi } from '#features/expenses/contract.ts'
import { milestonesApi } from '#features/milestones/contract.ts'
import { portalApi } from '#features/portal/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { recurringExpensesApi } from '#features/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/time-entries/contract.ts'
import { signIn } from '#tests/app.ts'
import { jpeg, png } from '#tests/images.ts'
import type { Person } from '#tests/people.ts'
import { activityOf, addDeliverable, openStudio, type Studio, submit } from '#tests/portal.ts'
import { fileUrl, uploadFile, uploadReceipt, uploadThumbnail, versionUrl } from '#tests/uploads.ts'
import { removalsApi } from './contract.ts'

const DAY = '2026-11-12'

/** A deletion, and what can be read before it and after it was undone. */
interface Deletion {
  remove(): Promise<{ removal_id: number | null }>
  read(): Promise<unknown>
  /** The newest line of the activity after it was undone, if there is one. */
  told?: string
}

const undo = (person: Person, id: number | null) => person.try(removalsApi.undo, { params: { id: id ?? 0 } })

/** With the version that every change increments left out. */
const unversioned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'version' ? undefined : inner)))

const logTime = ({ ada, projectId }: Studio) =>
  ada.call(timeEntriesApi.create, { body: { project_id: projectId, hours: 1.25, date: DAY, rate: 80 } })

const spend = ({ ada, projectId }: Studio) =>
  ada.call(expensesApi.create, {
    body: { project_id: projectId, category: 'Other', description: 'Stamps', amount: 12.5, date: DAY },
  })

async function addReceipt({ ada }: Studio, expenseId: number) {
  const answer = await uploadReceipt(ada, expenseId, png())
  const { id: receiptId, file_url }: { id: number; file_url: string } = await answer.json()
  await uploadThumbnail(ada, { id: expenseId, receiptId }, jpeg())
  const params = { id: expenseId }
  const read = async () => ({
    expenses: await ada.call(expensesApi.list),
    receipts: await ada.try(expensesApi.receipts, { params }).then(({ body }) => body),
    file: await (await ada.fetch(file_url)).text(),
  })
  return { receiptId, read }
}

async function furnish(studio: Studio) {
  const { ada, projectId } = studio
  const params = { id: projectId }
  const milestone = await ada.call(milestonesApi.create, { params, body: { title: 'Sketch', due_date: DAY } })
  await ada.call(milestonesApi.create, { params, body: { title: 'Build' } })
  const deliverableId = await addDeliverable(studio)
  const file = { id: projectId, deliverableId }
  await uploadFile(ada, file, 'A logo')
  await submit(studio, deliverableId)
  await addDeliverable(studio, { title: 'Logo' })
  const comment = await ada.call(commentsApi.create, { params, body: { content: 'Done', is_internal: true } })
  const read = async () => ({
    project: await ada.try(projectsApi.get, { params }).then(({ body }) => body),
    milestones: await ada.try(milestonesApi.list, { params }).then(({ body }) => body),
    deliverables: await ada.try(deliverablesApi.list, { params }).then(({ body }) => body),
    files: await Promise.all(
      [fileUrl(file), versionUrl(file, 1)].map(async (url) => (await ada.fetch(url)).text()),
    ),
    comments: await ada.try(commentsApi.list, { params }).then(({ body }) => body),
  })
  return { milestone, deliverableId, comment, read }
}

const DELETIONS: Record<string, (studio: Studio) => Promise<Deletion>> = {
  'a time entry': async (studio) => {
    const { id } = await logTime(studio)
    return {
      remove: () => studio.ada.call(timeEntriesApi.remove, { params: { id } }),
      read: () => studio.ada.call(timeEntriesApi.list),
      told: 'Time entry restored: 1.25 h on Website',
    }
  },
  'an expense with its receipts': async (studio) => {
    const { id } = await spend(studio)
    const { read } = await addReceipt(studio, id)
    return {
      remove: () => studio.ada.call(expensesApi.remove, { params: { id } }),
      read,
      told: 'Expense restored: Stamps, $12.50',
    }
  },
  'a receipt': async (studio) => {
    const { id } = await spend(studio)
    const { receiptId, read } = await addReceipt(studio, id)
    return {
      remove: () => studio.ada.call(expensesApi.removeReceipt, { params: { id, receiptId } }),
      read,
    }
  },
  'a recurring expense, which names what it added': async ({ ada, projectId }) => {
    const { id } = await ada.call(recurringExpensesApi.create, {
      body: {
        project_id: projectId,
        category: 'Other',
        description: 'Rent',
        amount: 500,
        frequency: 'month',
        start_date: new Date().toISOString().slice(0, 10),
      },
    })
    return {
      remove: () => ada.call(recurringExpensesApi.remove, { params: { id } }),
      read: async () => ({
        recurring: await ada.call(recurringExpensesApi.list),
        expenses: await ada.call(expensesApi.list),
      }),
      told: 'Recurring expense restored: Rent, $500.00',
    }
  },
  'a milestone': async (studio) => {
    const { milestone, read } = await furnish(studio)
    return {
      remove: () =>
        studio.ada.call(milestonesApi.remove, {
          params: { id: studio.projectId, milestoneId: milestone.id },
        }),
      read,
      told: 'Milestone restored: Sketch – Website',
    }
  },
  'a deliverable with its versions and files': async (studio) => {
    const { deliverableId, read } = await furnish(studio)
    return {
      remove: () =>
        studio.ada.call(deliverablesApi.remove, { params: { id: studio.projectId, deliverableId } }),
      read,
      told: 'Deliverable restored: Homepage – Website',
    }
  },
  'a comment': async (studio) => {
    const { comment, read } = await furnish(studio)
    return {
      remove: () =>
        studio.ada.call(commentsApi.remove, { params: { id: studio.projectId, commentId: comment.id } }),
      read: async () => ({ ...(await read()), told: await activityOf(studio.ada) }),
    }
  },
  'a project without work, with all that belongs to it': async (studio) => {
    const { read } = await furnish(studio)
    return {
      remove: () => studio.ada.call(projectsApi.remove, { params: { id: studio.projectId } }),
      read,
      told: 'Project restored: Website',
    }
  },
  'a project that a client decided on': async (studio) => {
    const { deliverableId, read } = await furnish(studio)
    await studio.client.call(portalApi.approveDeliverable, {
      params: { deliverableId },
      body: { feedback: 'Yes' },
    })
    return {
      remove: () => studio.ada.call(projectsApi.remove, { params: { id: studio.projectId } }),
      read,
    }
  },
  'a project with work, which was cancelled': async (studio) => {
    await logTime(studio)
    const { read } = await furnish(studio)
    return {
      remove: () => studio.ada.call(projectsApi.remove, { params: { id: studio.projectId } }),
      read,
      told: 'Project restored: Website',
    }
  },
  'a client without history, with its portal links': async ({ ada }) => {
    const { id } = await ada.call(clientsApi.create, { body: { name: 'Acme', email: 'acme@example.com' } })
    const params = { id }
    await ada.call(portalAccessApi.create, { params })
    return {
      remove: () => ada.call(clientsApi.remove, { params }),
      read: async () => ({
        clients: await ada.call(clientsApi.list),
        links: await ada.try(portalAccessApi.list, { params }).then(({ body }) => body),
      }),
      told: 'Client restored: Acme',
    }
  },
  'a client with history, which was archived': async ({ ada, clientId, accessId }) => {
    const params = { id: clientId }
    const { id: revoked } = await ada.call(portalAccessApi.create, { params })
    await ada.call(portalAccessApi.revoke, { params: { ...params, accessId: revoked } })
    expect(accessId).not.toBe(revoked)
    return {
      remove: () => ada.call(clientsApi.remove, { params }),
      read: async () => ({
        clients: await ada.call(clientsApi.list),
        archived: await ada.call(clientsApi.list, { query: { archived: 'true' } }),
        links: await ada.try(portalAccessApi.list, { params }).then(({ body }) => body),
      }),
      told: 'Client restored: Studio North',
    }
  },
}

describe.each(Object.entries(DELETIONS))('deleting %s', (_, prepare) => {
  test('is undone once, and everything is as it was', async () => {
    const studio = await openStudio()
    const { remove, read, told } = await prepare(studio)
    const before = unversioned(await read())
    const { removal_id } = await remove()
    expect(unversioned(await read())).not.toEqual(before)

    const stranger = await signIn('Eve')
    expect(await undo(stranger, removal_id)).toMatchObject({ status: 404 })

    const outcomes = await Promise.all(Array.from({ length: 4 }, () => undo(studio.ada, removal_id)))
    expect(outcomes.map(({ body }) => body).sort(byOutcome)).toEqual([
      ...Array.from({ length: 3 }, () => ({ success: true, outcome: 'already_restored' })),
      { success: true, outcome: 'restored' },
    ])
    expect(unversioned(await read())).toEqual(before)
    if (told) expect((await activityOf(studio.ada))[0]).toBe(told)
  })
})

const byOutcome = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other))
