import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { jpeg, png } from '#tests/images.ts'
import { forgetRemovals } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
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

async function uploadLogo({ ada }: Studio) {
  await ada.fetch(businessApi.uploadLogo.path, { method: 'PUT', body: new Blob([new Uint8Array(png())]) })
  const read = async () => ({
    business: await ada.call(businessApi.get),
    logo: await (await ada.fetch(businessApi.logo.path)).text(),
  })
  return { read }
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
  'a recurring invoice with its items': async ({ ada, clientId }) => {
    const { id } = await ada.call(recurringInvoicesApi.create, {
      body: {
        client_id: clientId,
        kind: 'retainer',
        items: [{ description: 'Care plan', quantity: 1, rate: 800 }],
        included_hours: 10,
        frequency: 'month',
        start_date: '2099-01-01',
      },
    })
    return {
      remove: () => ada.call(recurringInvoicesApi.remove, { params: { id } }),
      read: () => ada.call(recurringInvoicesApi.list),
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
  'the file of a deliverable': async (studio) => {
    const { deliverableId, read } = await furnish(studio)
    return {
      remove: () =>
        studio.ada.call(deliverablesApi.removeFile, { params: { id: studio.projectId, deliverableId } }),
      read,
      told: 'Deliverable updated: Homepage – Website',
    }
  },
  'a logo': async (studio) => {
    const { read } = await uploadLogo(studio)
    return { remove: () => studio.ada.call(businessApi.removeLogo), read }
  },
  'a logo that an issued invoice shows': async (studio) => {
    const { read } = await uploadLogo(studio)
    await sent(studio)
    return { remove: () => studio.ada.call(businessApi.removeLogo), read }
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
  'a draft with its lines and number': async (studio) => {
    const { id } = await draft(studio)
    return {
      remove: () => studio.ada.call(invoicesApi.remove, { params: { id } }),
      read: () => readInvoices(studio, id),
      told: 'Invoice restored: INV-0001 for Studio North',
    }
  },
  'a draft that bills work': async (studio) => {
    const { id } = await billedDraft(studio)
    return {
      remove: () => studio.ada.call(invoicesApi.remove, { params: { id } }),
      read: () => readInvoices(studio, id),
    }
  },
  'a line that bills work': async (studio) => {
    const { id, items } = await billedDraft(studio)
    return {
      remove: () => studio.ada.call(invoicesApi.removeItem, { params: { id, itemId: firstOf(items).id } }),
      read: () => readInvoices(studio, id),
    }
  },
  'a draft with an earlier number, which was cancelled': async (studio) => {
    const { id } = await draft(studio)
    await draft(studio)
    return {
      remove: () => studio.ada.call(invoicesApi.remove, { params: { id } }),
      read: () => readInvoices(studio, id),
      told: 'Invoice marked as draft: INV-0001 for Studio North',
    }
  },
  'a line of an invoice that the client approved': async (studio) => {
    const { id, items } = await sent(studio)
    await studio.client.call(portalApi.decideInvoice, {
      params: { invoiceId: id },
      body: { status: 'approved', client_notes: 'Fine' },
    })
    return {
      remove: () => studio.ada.call(invoicesApi.removeItem, { params: { id, itemId: firstOf(items).id } }),
      read: () => readInvoices(studio, id),
      told: 'Invoice item restored: INV-0001 for Studio North',
    }
  },
  'a line without which the invoice was paid': async (studio) => {
    const { id, items } = await sent(studio)
    await pay(studio, id, 50)
    return {
      remove: () => studio.ada.call(invoicesApi.removeItem, { params: { id, itemId: firstOf(items).id } }),
      read: () => readInvoices(studio, id),
    }
  },
  ...Object.fromEntries(
    (['sent', 'draft', 'cancelled'] as const).map((status) => [
      `the payments of a paid invoice, set back to ${status}`,
      async (studio: Studio) => {
        const { id } = await billedDraft(studio)
        await studio.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
        await pay(studio, id, 33.33)
        await pay(studio, id, 66.67)
        return {
          remove: () => studio.ada.call(invoicesApi.update, { params: { id }, body: { status } }),
          read: () => readInvoices(studio, id),
          told: 'Payment restored: INV-0001 for Studio North',
        }
      },
    ]),
  ),
  'a payment of a paid invoice': async (studio) => {
    const { id } = await sent(studio)
    await pay(studio, id, 33.33)
    await pay(studio, id, 116.67)
    const { payments } = await studio.ada.call(invoicesApi.payments, { params: { id } })
    return {
      remove: () =>
        studio.ada.call(invoicesApi.removePayment, { params: { id, paymentId: firstOf(payments).id } }),
      read: () => readInvoices(studio, id),
      told: 'Payment restored: INV-0001 for Studio North',
    }
  },
}

const draft = ({ ada, clientId }: Studio) =>
  ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: DAY,
      items: [
        { description: 'Design', quantity: 2, rate: 50 },
        { description: 'Hosting', quantity: 1, rate: 50 },
      ],
    },
  })

async function billedDraft(studio: Studio) {
  const time = await logTime(studio)
  const { ada, clientId } = studio
  return ada.call(invoicesApi.create, {
    body: { client_id: clientId, issue_date: DAY, bill: { time_entry_ids: [time.id] } },
  })
}

async function sent(studio: Studio) {
  const { id } = await draft(studio)
  const { ada } = studio
  await ada.call(clientsApi.update, {
    params: { id: studio.clientId },
    body: { name: 'Studio North', approval_required: true },
  })
  return (await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })).invoice
}

const pay = ({ ada }: Studio, id: number, amount: number) =>
  ada.call(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on: DAY } })

const readInvoices = async ({ ada }: Studio, id: number) => ({
  list: await ada.call(invoicesApi.list),
  time: await ada.call(timeEntriesApi.list),
  one: await ada.try(invoicesApi.get, { params: { id } }).then(({ body }) => body),
  payments: await ada.try(invoicesApi.payments, { params: { id } }).then(({ body }) => body),
})

describe.each(Object.entries(DELETIONS))('deleting %s', (_, prepare) => {
  test('is undone once, and everything is as it was', async () => {
    const studio = await openStudio()
    const { remove, read, told } = await prepare(studio)
    const before = unversioned(await read())
    const { removal_id } = await remove()
    expect(unversioned(await read())).not.toEqual(before)

    const offered = async () =>
      (await studio.ada.call(dashboardApi.recentActivity)).flatMap(({ removal_id }) => removal_id ?? [])
    if (told) expect(await offered()).toContain(removal_id)

    const stranger = await signIn('Eve')
    expect(await undo(stranger, removal_id)).toMatchObject({ status: 404 })

    const outcomes = await Promise.all(Array.from({ length: 4 }, () => undo(studio.ada, removal_id)))
    expect(outcomes.map(({ body }) => body).sort(byOutcome)).toEqual([
      ...Array.from({ length: 3 }, () => ({ success: true, outcome: 'already_restored' })),
      { success: true, outcome: 'restored' },
    ])
    expect(unversioned(await read())).toEqual(before)
    expect(await offered()).not.toContain(removal_id)
    if (told) expect((await activityOf(studio.ada))[0]).toBe(told)
  })
})

const byOutcome = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other))

const CONFLICT = (error: string) => ({ status: 409, body: { error } })

describe('undo', () => {
  test('gives a restored record a new version', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const { id, version } = await logTime(studio)
    const params = { id }
    const { removal_id } = await ada.call(timeEntriesApi.remove, { params, ifMatch: version })
    await undo(ada, removal_id)
    const body = { project_id: projectId, hours: 2, date: DAY }
    expect(await ada.try(timeEntriesApi.update, { params, body, ifMatch: version })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect((await ada.call(timeEntriesApi.get, { params })).version).toBe(version + 1)
  })

  test('is refused if what it belongs to has been deleted', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const { milestone, comment } = await furnish(studio)
    const { id } = await logTime(studio)
    const params = { id: projectId }
    const removals = [
      await ada.call(timeEntriesApi.remove, { params: { id } }),
      await ada.call(milestonesApi.remove, { params: { ...params, milestoneId: milestone.id } }),
      await ada.call(commentsApi.remove, { params: { ...params, commentId: comment.id } }),
    ]
    const project = await ada.call(projectsApi.remove, { params })
    for (const { removal_id } of removals)
      expect(await undo(ada, removal_id)).toMatchObject(
        CONFLICT('This cannot be restored, because its project has been deleted in the meantime'),
      )
    expect(await undo(ada, project.removal_id)).toMatchObject({ status: 200 })
    for (const { removal_id } of removals) expect(await undo(ada, removal_id)).toMatchObject({ status: 200 })
  })

  test('takes the number of a draft back only if it is free and leaves no gap', async () => {
    const studio = await openStudio()
    const { ada } = studio
    const [one, two] = [await draft(studio), await draft(studio)]
    const remove = ({ id }: { id: number }) => ada.call(invoicesApi.remove, { params: { id } })
    const [second, first] = [await remove(two), await remove(one)]
    expect(await undo(ada, second.removal_id)).toMatchObject(
      CONFLICT('This draft cannot be restored while INV-0001 is free, since numbers have no gaps'),
    )
    const { id } = await draft(studio)
    expect(await undo(ada, first.removal_id)).toMatchObject(
      CONFLICT('This draft cannot be restored, because its number INV-0001 was given to another invoice'),
    )
    expect(await undo(ada, second.removal_id)).toMatchObject({ status: 200 })
    expect((await ada.call(invoicesApi.list)).map((invoice) => invoice.id).toSorted()).toEqual(
      [id, two.id].toSorted(),
    )
    expect((await draft(studio)).invoice_number).toBe('INV-0003')
  })

  test('restores no more of a payment than is left to pay', async () => {
    const studio = await openStudio()
    const { id } = await sent(studio)
    await pay(studio, id, 100)
    const { payments } = await studio.ada.call(invoicesApi.payments, { params: { id } })
    const { removal_id } = await studio.ada.call(invoicesApi.removePayment, {
      params: { id, paymentId: firstOf(payments).id },
    })
    await pay(studio, id, 60)
    expect(await undo(studio.ada, removal_id)).toMatchObject(
      CONFLICT('This payment cannot be restored, because only $90.00 is left to pay'),
    )
  })

  test('does not replace what was uploaded in the meantime', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const { deliverableId } = await furnish(studio)
    const file = { id: projectId, deliverableId }
    await uploadLogo(studio)
    const removals = [
      await ada.call(deliverablesApi.removeFile, { params: file }),
      await ada.call(businessApi.removeLogo),
    ]
    expect(await ada.call(deliverablesApi.removeFile, { params: file })).toMatchObject({ removal_id: null })
    expect(await ada.call(businessApi.removeLogo)).toMatchObject({ removal_id: null })
    await uploadFile(ada, file, 'Another logo')
    await uploadLogo(studio)
    for (const { removal_id } of removals) expect(await undo(ada, removal_id)).toMatchObject({ status: 409 })
  })

  test('needs room in the plan', async () => {
    const { ada, clientId, projectId } = await openStudio()
    await givePlan(ada, 'free')
    const archived = await ada.call(clientsApi.remove, { params: { id: clientId } })
    const project = await ada.call(projectsApi.remove, { params: { id: projectId } })
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await ada.try(clientsApi.create, { body: { name } })
      await ada.call(projectsApi.create, { body: { name } })
    }
    expect(await undo(ada, archived.removal_id)).toMatchObject({
      status: 403,
      body: { code: 'client_limit_reached' },
    })
    expect(await undo(ada, project.removal_id)).toMatchObject({
      status: 403,
      body: { code: 'project_limit_reached' },
    })
    const full = await ada.call(subscriptionApi.usage)
    const [one] = await ada.call(clientsApi.list)
    await ada.call(clientsApi.remove, { params: { id: one?.id ?? 0 } })
    expect(await undo(ada, archived.removal_id)).toMatchObject({ status: 200 })
    expect(await ada.call(subscriptionApi.usage)).toEqual(full)
  })

  test('is possible for a day, and not once the client was erased', async () => {
    const studio = await openStudio()
    const { ada, clientId, projectId } = studio
    const { id } = await logTime(studio)
    const gone = { status: 404, body: { error: 'This can no longer be undone' } }
    const time = await ada.call(timeEntriesApi.remove, { params: { id } })
    const project = await ada.call(projectsApi.remove, { params: { id: projectId } })
    const client = await ada.call(clientsApi.remove, { params: { id: clientId } })
    expect(client.outcome).toBe('removed')
    expect(await undo(ada, client.removal_id)).toMatchObject({ status: 200 })
    expect(await undo(ada, project.removal_id)).toMatchObject({ status: 200 })
    const archived = await ada.call(clientsApi.remove, { params: { id: clientId } })
    expect(archived.outcome).toBe('archived')
    await ada.call(clientPageApi.erase, { params: { id: clientId } })
    expect(await undo(ada, archived.removal_id)).toMatchObject(gone)
    await forgetRemovals()
    expect(await undo(ada, time.removal_id)).toMatchObject(gone)
  })

  test('keeps the files of a deleted deliverable until then', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const { deliverableId } = await furnish(studio)
    const named = async () => {
      const { database } = await sharedApp()
      const { id } = await ada.call(accountApi.me)
      const { rows } = await database.pool.query('select from removed_files where account_id = $1', [id])
      return rows.length
    }
    await ada.call(deliverablesApi.remove, { params: { id: projectId, deliverableId } })
    expect(await named()).toBe(1)
    expect((await ada.call(storageApi.usage)).used_bytes).toBe(0)
    await forgetRemovals()
    expect(await named()).toBe(0)
  })
})
