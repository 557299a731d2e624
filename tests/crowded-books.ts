import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { signIn } from './app.ts'
import type { Person } from './people.ts'

export const NOT_RUNNING = { code: 'timer_not_running' }

export const addClient = (ada: Person) => ada.call(clientsApi.create, { body: { name: 'Studio North' } })
export const issued = (client_id: number) => ({ client_id, issue_date: '2026-11-01' })
export const design = { description: 'Design', quantity: 1.5, rate: 99.99 }

/** For 149.99. */
export async function sendInvoice(ada: Person): Promise<number> {
  const client = await addClient(ada)
  const { id } = await ada.call(invoicesApi.create, { body: { ...issued(client.id), items: [design] } })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return id
}

export const tryToPay = (ada: Person, id: number, amount: number) =>
  ada.try(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on: '2026-11-10' } })

/** Unbilled hours of one project. */
export async function logWork(entries: number) {
  const ada = await signIn('Ada')
  const client = await addClient(ada)
  const project = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id: client.id, hourly_rate: 100 },
  })
  const log = () =>
    ada.call(timeEntriesApi.create, {
      body: { project_id: project.id, description: 'Design', hours: 1, date: '2026-11-02' },
    })
  const ids: number[] = []
  for (let count = 0; count < entries; count += 1) ids.push((await log()).id)
  const tryToBill = (time_entry_ids: number[]) =>
    ada.try(invoicesApi.create, { body: { ...issued(client.id), bill: { time_entry_ids } } })
  return { ada, project, ids, tryToBill }
}
