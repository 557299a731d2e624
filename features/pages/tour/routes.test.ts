import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { signIn } from '#tests/app.ts'
import { addYear } from '#tests/demo.ts'
import { systemContext } from '#tests/jobs.ts'
import { tourApi } from './contract.ts'

const NOTHING_TO_SHOW = {
  project_id: null,
  client_id: null,
  deliverable_id: null,
  draft_id: null,
  paid_id: null,
}

describe('the tour', () => {
  test('is offered to everyone, and resumes where it was left, on any device', async () => {
    const ada = await signIn('Ada')
    expect(await ada.call(tourApi.get)).toEqual({ status: 'offered', step: 'timer', ...NOTHING_TO_SHOW })
    await ada.call(tourApi.goTo, { body: { step: 'bill' } })
    expect(await ada.call(tourApi.get)).toMatchObject({ status: 'started', step: 'bill' })
    await ada.call(tourApi.goTo, { body: { step: 'approve' } })
    expect(await ada.call(tourApi.get)).toMatchObject({ status: 'started', step: 'approve' })

    const grace = await signIn('Grace')
    expect(await grace.call(tourApi.get)).toMatchObject({ status: 'offered' })
  })

  test('shows work that waits for approval, a draft, and what was paid online', async () => {
    const ada = await signIn('Ada')
    await addYear(await systemContext(ada.email))
    const tour = await ada.call(tourApi.get)
    const params = { id: tour.project_id ?? 0 }
    const deliverables = await ada.call(deliverablesApi.list, { params })
    expect(deliverables.find(({ id }) => id === tour.deliverable_id)).toMatchObject({
      status: 'submitted',
      fee: 1200,
    })
    const draft = await ada.call(invoicesApi.get, { params: { id: tour.draft_id ?? 0 } })
    expect(draft.status).toBe('draft')
    const paid = await ada.call(invoicesApi.get, { params: { id: tour.paid_id ?? 0 } })
    expect(paid).toMatchObject({ status: 'paid', client_id: tour.client_id })
    const { payments } = await ada.call(invoicesApi.payments, { params: { id: paid.id } })
    expect(payments).toMatchObject([{ method: 'online' }])
  })

  test('goes on with what the freelancer made of it', async () => {
    const ada = await signIn('Ada')
    await addYear(await systemContext(ada.email))
    const { client_id } = await ada.call(tourApi.get)
    const own = await ada.call(invoicesApi.create, {
      body: { client_id: client_id ?? 0, issue_date: '2026-11-16' },
    })
    expect((await ada.call(tourApi.get)).draft_id).toBe(own.id)
  })

  test('is never offered again once it was finished', async () => {
    const ada = await signIn('Ada')
    await ada.call(tourApi.goTo, { body: { step: 'yours' } })
    expect(await ada.call(tourApi.finish)).toMatchObject({ status: 'finished' })
    expect(await ada.call(tourApi.finish)).toMatchObject({ status: 'finished' })
    const again = await ada.call(tourApi.goTo, { body: { step: 'timer' } })
    expect(again).toMatchObject({ status: 'finished', step: 'yours' })
  })
})
