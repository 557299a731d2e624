import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { type Person, signInAs } from './people.ts'
import { PortalVisitor, tokenOf } from './portal-visitor.ts'

/** Texts that would run, fetch, lead away or compute something, were they ever taken for anything but text. */
export const HOSTILE_TEXTS = [
  `"><img src=x onerror=alert(1)><svg/onload=alert(2)></textarea></title><script>alert(3)</script>`,
  `=HYPERLINK("javascript:alert(4)")'-alert(5)-'<iframe srcdoc="<script>alert(6)</script>"></iframe>`,
  `@<base href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example">{{7*7}}\${7*7}`,
  `+<a href=javascript:alert(7)>x</a><style>*{display:none}</style><math><mtext></form><form><!--`,
]

export interface HostileBooks {
  ada: Person
  link: string
  projectIds: number[]
  invoiceIds: number[]
  clientIds: number[]
}

/** An account in which every text of every noun, on both sides, is hostile. */
export async function keepHostileBooks(url: string): Promise<HostileBooks> {
  const [first = ''] = HOSTILE_TEXTS
  const ada = await signInAs(url, { name: first, email: `ada.${process.pid}@stored-scripts.example` })
  const business = { business_name: first, business_address: HOSTILE_TEXTS.join('\n') }
  await ada.call(accountApi.update, { body: { ...business, time_zone: 'UTC' } })
  const books: HostileBooks = { ada, link: '', projectIds: [], invoiceIds: [], clientIds: [] }
  const client = await ada.call(clientsApi.create, {
    body: {
      name: first,
      email: 'client@stored-scripts.example',
      company: HOSTILE_TEXTS[1],
      address: HOSTILE_TEXTS[2],
      notes: HOSTILE_TEXTS[3],
    },
  })
  books.clientIds.push(client.id)
  const access = await ada.call(portalAccessApi.create, { params: { id: client.id } })
  books.link = access.url ?? ''
  await ada.call(portalAccessApi.mail, { params: { id: client.id, accessId: access.id } })
  const visitor = new PortalVisitor(url, tokenOf(access.url))
  for (const text of HOSTILE_TEXTS) {
    const project = await ada.call(projectsApi.create, {
      body: { name: text, description: text, client_id: client.id },
    })
    books.projectIds.push(project.id)
    await addWork(ada, visitor, project.id, text)
    await addDeliverables(ada, visitor, project.id, text)
    books.invoiceIds.push(await addInvoice(ada, visitor, { client: client.id, project: project.id }, text))
  }
  return books
}

const today = () => new Date().toISOString().slice(0, 10)

async function addWork(ada: Person, visitor: PortalVisitor, project_id: number, text: string): Promise<void> {
  const work = { project_id, description: text, date: today() }
  await ada.call(timeEntriesApi.create, { body: { ...work, hours: 1 } })
  await ada.call(expensesApi.create, { body: { ...work, amount: 5, category: 'Other' } })
  const params = { id: project_id }
  await ada.call(milestonesApi.create, { params, body: { title: text, description: text } })
  await ada.call(commentsApi.create, { params, body: { content: text } })
  await ada.call(commentsApi.create, { params, body: { content: text, is_internal: true } })
  await visitor.call(portalApi.comment, { body: { project_id, content: text } })
}

/** A link that the client rejects, and a file that the client approves. */
async function addDeliverables(ada: Person, visitor: PortalVisitor, id: number, text: string): Promise<void> {
  const link_url = `https://files.example/${text}`
  const linked = await ada.call(deliverablesApi.create, {
    params: { id },
    body: { title: text, description: text, link_url },
  })
  const link = { deliverableId: linked.id }
  await ada.call(deliverablesApi.submit, { params: { id, ...link } })
  await visitor.call(portalApi.rejectDeliverable, { params: link, body: { feedback: text } })
  await ada.call(deliverablesApi.submit, { params: { id, ...link } })

  const filed = await ada.call(deliverablesApi.create, { params: { id }, body: { title: text } })
  const file = { deliverableId: filed.id }
  const name = encodeURIComponent(`${text}.svg`)
  await ada.fetch(`/api/projects/${id}/deliverables/${filed.id}/file?name=${name}`, {
    method: 'POST',
    body: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(8)"></svg>`,
  })
  await ada.call(deliverablesApi.submit, { params: { id, ...file } })
  await visitor.call(portalApi.approveDeliverable, { params: file, body: { feedback: text } })
}

/** Sent, rejected by the client, and paid all the same. */
async function addInvoice(
  ada: Person,
  visitor: PortalVisitor,
  { client, project }: { client: number; project: number },
  text: string,
): Promise<number> {
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client,
      project_id: project,
      issue_date: today(),
      notes: text,
      items: [{ description: text, quantity: 1, rate: 90 }],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: {} })
  await visitor.call(portalApi.decideInvoice, {
    params: { invoiceId: id },
    body: { status: 'rejected', client_notes: text },
  })
  await ada.call(invoicesApi.update, { params: { id }, body: { status: 'paid' } })
  return id
}
