import { describe, expect, test } from 'vitest'
import { type DeliverableForm, deliverablesApi } from '#features/work/deliverables/contract.ts'
import { activityOf, type FurnishedStudio, openFurnishedStudio, submit } from '#tests/portal.ts'
import { portalApi } from './contract/portal.ts'

interface Decision {
  feedback?: string
  version?: number
}

const approve = ({ client, ids }: FurnishedStudio, body: Decision) =>
  client.call(portalApi.approveDeliverable, { params: { deliverableId: ids.deliverableId }, body })

const reject = ({ client, ids }: FurnishedStudio, body: Decision) =>
  client.call(portalApi.rejectDeliverable, { params: { deliverableId: ids.deliverableId }, body })

const change = ({ ada, ids }: FurnishedStudio, body: DeliverableForm) =>
  ada.call(deliverablesApi.update, {
    params: { id: ids.projectId, deliverableId: ids.deliverableId },
    body,
  })

/** As the freelancer sees it. */
const deliverableOf = async ({ ada, projectId }: FurnishedStudio) =>
  (await ada.call(deliverablesApi.list, { params: { id: projectId } }))[0]

/** As the client sees it. */
const shownTo = async ({ client, projectId }: FurnishedStudio) =>
  (await client.call(portalApi.project, { params: { projectId } })).deliverables[0]

describe('deciding on a deliverable', () => {
  test('approves what was submitted, and notifies the freelancer', async () => {
    const studio = await openFurnishedStudio()
    const approved = await approve(studio, {})
    expect(approved).toMatchObject({
      status: 'approved',
      approved_at: expect.any(String),
      rejected_at: null,
      versions: [
        { version: 1, decision: { decision: 'approved', client_name: 'Studio North', feedback: '' } },
      ],
    })
    expect(await deliverableOf(studio)).toMatchObject({
      status: 'approved',
      approved_at: approved.approved_at,
      version: 1,
    })
    expect(await activityOf(studio.ada)).toContain(
      'Deliverable approved: Studio North: Homepage, version 1 – Website',
    )
  })

  test('works without a body at all', async () => {
    const { client, ids } = await openFurnishedStudio()
    const { deliverableId } = ids
    expect((await client.try(portalApi.approveDeliverable, { params: { deliverableId } })).status).toBe(200)
  })

  test('keeps the feedback, earlier versions and their decisions when it is submitted again', async () => {
    const studio = await openFurnishedStudio()
    const { ids } = studio
    await reject(studio, { feedback: 'Larger logo 🙏' })
    expect(await deliverableOf(studio)).toMatchObject({ status: 'rejected', feedback: 'Larger logo 🙏' })
    await change(studio, { title: 'Homepage, larger', link_url: 'https://example.com/v2' })
    expect(await shownTo(studio)).toMatchObject({ title: 'Homepage', status: 'rejected' })
    await submit(studio, ids.deliverableId)
    await approve(studio, { version: 2 })
    const trail = [
      {
        version: 2,
        title: 'Homepage, larger',
        file_url: 'https://example.com/v2',
        decision: { decision: 'approved' },
      },
      {
        version: 1,
        title: 'Homepage',
        file_url: null,
        decision: { decision: 'rejected', feedback: 'Larger logo 🙏' },
      },
    ]
    expect(await shownTo(studio)).toMatchObject({ status: 'approved', versions: trail })
    expect((await deliverableOf(studio))?.versions).toMatchObject(trail)
  })

  test('happens once: of two at the same time one wins, and the other gets its result', async () => {
    const { client, ids } = await openFurnishedStudio()
    const params = { deliverableId: ids.deliverableId }
    const answers = await Promise.all([
      client.try(portalApi.approveDeliverable, { params, body: {} }),
      client.try(portalApi.rejectDeliverable, { params, body: { feedback: 'No' } }),
      client.try(portalApi.approveDeliverable, { params, body: {} }),
    ])
    const [won, ...others] = answers.filter((answer) => answer.ok)
    expect(others).toEqual([])
    const decided_at = won?.body.approved_at ?? won?.body.rejected_at
    const lost = answers.filter((answer) => !answer.ok)
    expect(lost).toHaveLength(2)
    for (const refused of lost) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'already_decided' } })
      expect(refused.body.decision).toEqual({ status: won?.body.status, decided_at })
      expect(refused.body.error).toMatch(/^(This was already approved|Changes were already requested) on /)
    }
  })

  test('is refused for a version that is no longer the newest', async () => {
    const studio = await openFurnishedStudio()
    const { client, ids } = studio
    await change(studio, { title: 'Second' })
    await submit(studio, ids.deliverableId)
    const late = await client.try(portalApi.approveDeliverable, {
      params: { deliverableId: ids.deliverableId },
      body: { version: 1 },
    })
    expect(late).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('newer version'), code: 'version_conflict' },
    })
    await approve(studio, { version: 2 })
  })

  test('does not happen on GET', async () => {
    const studio = await openFurnishedStudio()
    const { client, ids } = studio
    const path = `/api/client-portal/${client.token}/deliverables/${ids.deliverableId}`
    for (const verb of ['approve', 'reject']) {
      expect(await client.request('GET', `${path}/${verb}`)).toMatchObject({ status: 404 })
    }
    expect((await shownTo(studio))?.status).toBe('submitted')
  })
})
