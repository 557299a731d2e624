import { expect } from 'vitest'
import { sharedApp, signIn } from './app.ts'
import { type Answer, type Person, Visitor } from './people.ts'

/** A freelancer with a client, a project for that client, and a link that the client opens. */
export interface Studio {
  ada: Person
  clientId: number
  projectId: number
  accessId: number
  token: string
  client: PortalVisitor
}

/** Somebody with nothing but a link. */
export class PortalVisitor extends Visitor {
  readonly token: string

  constructor(url: string, token: string) {
    super(url)
    this.token = token
  }

  open = (path = '') => this.get(`/api/client-portal/${this.token}${path}`)
  send = (path: string, body: unknown) => this.post(`/api/client-portal/${this.token}${path}`, body)
}

export async function openStudio(owner = 'Ada', timeZone = 'UTC'): Promise<Studio> {
  const ada = await signIn(owner, timeZone)
  const { id: clientId } = await created(
    ada.post('/api/clients', { name: 'Studio North', email: 'north@example.com' }),
  )
  const { id: projectId } = await created(ada.post('/api/projects', { name: 'Website', client_id: clientId }))
  const access = await created(ada.post(`/api/clients/${clientId}/portal-access`, {}))
  const token = tokenOf(access.url)
  return { ada, clientId, projectId, accessId: access.id, token, client: await visitorWith(token) }
}

export const tokenOf = (url: string): string => new URL(url).pathname.split('/')[2] ?? ''

export async function visitorWith(token: string): Promise<PortalVisitor> {
  const { url } = await sharedApp()
  return new PortalVisitor(url, token)
}

export async function created(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

export async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

export async function addDeliverable(
  { ada, projectId }: Pick<Studio, 'ada' | 'projectId'>,
  input: object = {},
): Promise<number> {
  const deliverable = await created(
    ada.post(`/api/projects/${projectId}/deliverables`, { title: 'Homepage', ...input }),
  )
  return deliverable.id
}

export const submit = ({ ada, projectId }: Pick<Studio, 'ada' | 'projectId'>, id: number) =>
  done(ada.post(`/api/projects/${projectId}/deliverables/${id}/submit`, undefined))

export async function addSentInvoice({ ada, clientId }: Studio, input: object = {}): Promise<number> {
  const invoice = await created(
    ada.post('/api/invoices', {
      client_id: clientId,
      issue_date: '2026-11-01',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
      ...input,
    }),
  )
  await done(ada.post(`/api/invoices/${invoice.id}/send`, { mail: false }))
  return invoice.id
}

export async function activityOf(person: Person): Promise<string[]> {
  const { body } = await person.get('/api/dashboard/recent-activity')
  return body.map(
    ({ title, description }: { title: string; description: string }) => `${title}: ${description}`,
  )
}
