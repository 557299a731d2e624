import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { type Person, signInAs } from '#tests/people.ts'

/** Everything that Ada has for one client, and the link to its portal. */
export interface PortalBooks {
  ada: Person
  link: string
  clientId: number
  projectId: number
  deliverableId: number
  invoiceId: number
}

let books = 0

export async function openBooks(url: string): Promise<PortalBooks> {
  const email = `ada.portal.${process.pid}.${++books}@example.com`
  const ada = await signInAs(url, { name: 'Ada Lovelace', email })
  const business = { business_name: 'Lovelace Studio', business_address: '12 Analytical Way\nLondon' }
  await ada.call(accountApi.update, { body: { ...business, time_zone: 'UTC' } })
  const client = await ada.call(clientsApi.create, { body: { name: 'Harbour & Pine' } })
  const projectId = await addProject(ada, client.id)
  const deliverableId = await addDeliverable(ada, projectId)
  const invoiceId = await addInvoice(ada, client.id, projectId)
  const access = await ada.call(portalAccessApi.create, { params: { id: client.id } })
  return { ada, link: access.url ?? '', clientId: client.id, projectId, deliverableId, invoiceId }
}

async function addProject(ada: Person, client_id: number): Promise<number> {
  const { id } = await ada.call(projectsApi.create, {
    body: {
      name: 'New checkout',
      client_id,
      description: 'A checkout that people finish on a phone.',
      hourly_rate: 95,
      estimated_hours: 120,
      start_date: '2026-10-01',
      end_date: '2026-12-15',
    },
  })
  const params = { id }
  await ada.call(milestonesApi.create, {
    params,
    body: { title: 'Workshop', due_date: '2026-10-20', status: 'completed' },
  })
  await ada.call(milestonesApi.create, {
    params,
    body: { title: 'Prototype', description: 'Clickable', status: 'in_progress' },
  })
  await ada.call(commentsApi.create, { params, body: { content: 'The first version is up.' } })
  await ada.call(commentsApi.create, {
    params,
    body: { content: 'They will not like the colour.', is_internal: true },
  })
  return id
}

async function addDeliverable(ada: Person, projectId: number): Promise<number> {
  const { id } = await ada.call(deliverablesApi.create, {
    params: { id: projectId },
    body: {
      title: 'Checkout flow',
      description: 'From cart to receipt.',
      link_url: 'https://files.example.com/flow-1.pdf',
    },
  })
  await ada.call(deliverablesApi.submit, { params: { id: projectId, deliverableId: id } })
  return id
}

async function addInvoice(ada: Person, client_id: number, project_id: number): Promise<number> {
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id,
      project_id,
      issue_date: '2026-11-13',
      due_date: '2999-11-27',
      tax_rate: 8.25,
      notes: 'Thank you for your trust.',
      items: [
        { description: 'Checkout flow', quantity: 7.25, rate: 95 },
        { description: 'Prototype hosting', quantity: 1, rate: 24 },
      ],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return id
}

/** Submits a second version of the deliverable. */
export async function submitSecondVersion({ ada, projectId, deliverableId }: PortalBooks): Promise<void> {
  const params = { id: projectId, deliverableId }
  const link_url = 'https://files.example.com/flow-2.pdf'
  await ada.call(deliverablesApi.update, { params, body: { title: 'Checkout flow', link_url } })
  await ada.call(deliverablesApi.submit, { params })
}

export const deliverablesOf = ({ link, projectId }: PortalBooks) =>
  `${link}/projects/${projectId}?tab=deliverables`
export const invoiceOf = ({ link, invoiceId }: PortalBooks) => `${link}/invoices/${invoiceId}`
