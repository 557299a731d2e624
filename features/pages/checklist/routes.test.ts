import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { openDemo } from '#tests/demo.ts'
import { draft } from '#tests/invoices.ts'
import { checklistApi } from './contract.ts'

const NOTHING = { business: false, client: false, rate: false, invoice: false, is_dismissed: false }
const EVERYTHING = { business: true, client: true, rate: true, invoice: true, is_dismissed: false }

test('the checklist of a new account is ticked off by what the freelancer enters', async () => {
  const ada = await signIn('Ada')
  const checklist = () => ada.call(checklistApi.get)
  expect(await checklist()).toEqual(NOTHING)
  await ada.call(businessApi.update, { body: { name: 'Studio Ada' } })
  expect(await checklist()).toEqual({ ...NOTHING, business: true })
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  expect(await checklist()).toEqual({ ...NOTHING, business: true, client: true })
  await ada.call(businessApi.update, { body: { hourly_rate: 95 } })
  expect(await checklist()).toEqual({ ...EVERYTHING, invoice: false })
  await ada.call(invoicesApi.create, { body: draft(id) })
  expect(await checklist()).toEqual(EVERYTHING)
})

test('a rate of a client or a project counts, too', async () => {
  const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
  await ada.call(clientsApi.create, { body: { name: 'Studio North', hourly_rate: 90 } })
  await grace.call(projectsApi.create, { body: { name: 'Website', hourly_rate: 90 } })
  expect(await ada.call(checklistApi.get)).toEqual({ ...NOTHING, client: true, rate: true })
  expect(await grace.call(checklistApi.get)).toEqual({ ...NOTHING, rate: true })
})

test('a checklist that was dismissed stays away, in this account only', async () => {
  const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
  for (let press = 0; press < 2; press++)
    expect(await ada.call(checklistApi.dismiss)).toEqual({ success: true })
  expect(await ada.call(checklistApi.get)).toEqual({ ...NOTHING, is_dismissed: true })
  expect(await grace.call(checklistApi.get)).toEqual(NOTHING)
})

test('a demo has nothing left to do', async () => {
  const demo = await openDemo((await sharedApp()).url)
  expect(await demo.call(checklistApi.get)).toEqual(EVERYTHING)
})
