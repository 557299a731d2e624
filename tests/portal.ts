import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { type DeliverableForm, deliverablesApi } from '#features/work/deliverables/contract.ts'
import { sharedApp, signIn } from './app.ts'
import type { Person } from './people.ts'
import { PortalVisitor, tokenOf } from './portal-visitor.ts'

/** A freelancer with a client, a project for that client, and a link that the client opens. */
export interface Studio {
  ada: Person
  clientId: number
  projectId: number
  accessId: number
  token: string
  client: PortalVisitor
}

export async function openStudio(owner = 'Ada', timeZone = 'UTC'): Promise<Studio> {
  const ada = await signIn(owner, timeZone)
  const { id: clientId } = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const { id: projectId } = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id: clientId },
  })
  const { accessId, client } = await addPortalLink(ada, clientId)
  return { ada, clientId, projectId, accessId, token: client.token, client }
}

/** A studio in which there is one of everything that the client may see. */
export interface FurnishedStudio extends Studio {
  ids: { projectId: number; deliverableId: number; invoiceId: number }
}

export async function openFurnishedStudio(): Promise<FurnishedStudio> {
  const studio = await openStudio()
  const deliverableId = await addDeliverable(studio)
  await submit(studio, deliverableId)
  const invoiceId = await addSentInvoice(studio)
  return { ...studio, ids: { projectId: studio.projectId, deliverableId, invoiceId } }
}

/** Another link for a client, and somebody who has it. */
export async function addPortalLink(
  freelancer: Person,
  clientId: number,
): Promise<{ accessId: number; client: PortalVisitor }> {
  const { id, url } = await freelancer.call(portalAccessApi.create, { params: { id: clientId } })
  return { accessId: id, client: await visitorWith(tokenOf(url)) }
}

export async function visitorWith(token: string): Promise<PortalVisitor> {
  const { url } = await sharedApp()
  return new PortalVisitor(url, token)
}

export async function addDeliverable(
  { ada, projectId }: Pick<Studio, 'ada' | 'projectId'>,
  input: Partial<DeliverableForm> = {},
): Promise<number> {
  const deliverable = await ada.call(deliverablesApi.create, {
    params: { id: projectId },
    body: { title: 'Homepage', ...input },
  })
  return deliverable.id
}

export const submit = ({ ada, projectId }: Pick<Studio, 'ada' | 'projectId'>, id: number) =>
  ada.call(deliverablesApi.submit, { params: { id: projectId, deliverableId: id } })

export async function addSentInvoice(
  { ada, clientId }: Pick<Studio, 'ada' | 'clientId'>,
  input: Partial<InvoiceForm> = {},
): Promise<number> {
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: '2026-11-01',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
      ...input,
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return id
}

export async function activityOf(person: Person): Promise<string[]> {
  const activities = await person.call(dashboardApi.recentActivity)
  return activities.map(({ title, description }) => `${title}: ${description}`)
}
