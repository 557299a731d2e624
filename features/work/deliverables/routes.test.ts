import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { signIn } from '#tests/app.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, addDeliverable, addPortalLink, openStudio, submit } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { deliverablesApi } from './contract.ts'

async function making() {
  const studio = await openStudio()
  const { ada, client, projectId } = studio
  const ofProject = { params: { id: projectId } }
  return {
    ...studio,
    ofProject,
    paramsOf: (deliverableId: number) => ({ id: projectId, deliverableId }),
    list: () => ada.call(deliverablesApi.list, ofProject),
    seenByClient: async () => (await client.call(portalApi.project, { params: { projectId } })).deliverables,
    approve: (deliverableId: number) =>
      client.call(portalApi.approveDeliverable, { params: { deliverableId }, body: {} }),
    reject: (deliverableId: number, feedback: string) =>
      client.call(portalApi.rejectDeliverable, { params: { deliverableId }, body: { feedback } }),
  }
}

describe('a deliverable', () => {
  test('begins as a draft that only the freelancer sees', async () => {
    const { ada, ofProject, list, projectId, seenByClient } = await making()
    const deliverable = await ada.call(deliverablesApi.create, {
      ...ofProject,
      body: {
        title: ' Homepage ',
        description: 'All of it',
        link_url: 'https://example.com/a?b=c#d',
      },
    })
    expect(deliverable).toEqual({
      id: expect.any(Number),
      project_id: projectId,
      title: 'Homepage',
      description: 'All of it',
      link_url: 'https://example.com/a?b=c#d',
      file_url: 'https://example.com/a?b=c#d',
      file: null,
      status: 'draft',
      version: 0,
      has_changes: true,
      submitted_at: null,
      approved_at: null,
      rejected_at: null,
      feedback: null,
      versions: [],
      currency: 'USD',
      fee: null,
      is_billed: false,
      invoice: null,
    })
    expect(await list()).toEqual([deliverable])
    expect(await seenByClient()).toEqual([])
  })

  test('is submitted as a version, which the client sees unchanged until the next one', async () => {
    const studio = await making()
    const { ada, paramsOf, seenByClient } = studio
    const id = await addDeliverable(studio, { link_url: 'https://example.com/1' })
    expect(await submit(studio, id)).toMatchObject({ status: 'submitted', version: 1, has_changes: false })
    const changed = await ada.call(deliverablesApi.update, {
      params: paramsOf(id),
      body: { title: 'Start page', link_url: 'https://example.com/2' },
    })
    expect(changed).toMatchObject({ title: 'Start page', status: 'submitted', version: 1, has_changes: true })
    expect((await seenByClient())[0]).toMatchObject({
      title: 'Homepage',
      file_url: 'https://example.com/1',
      version: 1,
    })
    await submit(studio, id)
    expect((await seenByClient())[0]).toMatchObject({
      title: 'Start page',
      file_url: 'https://example.com/2',
      version: 2,
    })
    expect(await activityOf(ada)).toContain('Deliverable submitted: Start page, version 2 – Website')
  })

  test('is not submitted twice without changes', async () => {
    const studio = await making()
    const { ada, list, approve, paramsOf } = studio
    const id = await addDeliverable(studio)
    const trySubmit = () => ada.try(deliverablesApi.submit, { params: paramsOf(id) })
    const answers = await Promise.all([trySubmit(), trySubmit(), trySubmit()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await approve(id)
    expect(await trySubmit()).toMatchObject(CONFLICT)
    expect((await list())[0]).toMatchObject({ status: 'approved', version: 1 })
  })

  test('is submitted again unchanged to a client who asked for changes', async () => {
    const studio = await making()
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await studio.reject(id, 'Why?')
    expect(await submit(studio, id)).toMatchObject({ status: 'submitted', version: 2, feedback: null })
  })

  test('needs a client to be submitted to', async () => {
    const { ada } = await making()
    const { id: projectId } = await ada.call(projectsApi.create, { body: { name: 'My own' } })
    const params = { id: projectId, deliverableId: await addDeliverable({ ada, projectId }) }
    expect(await ada.try(deliverablesApi.submit, { params })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('no client'), code: 'conflict' },
    })
  })

  test('is submitted anew to the next client, who sees nothing of the one before', async () => {
    const studio = await making()
    const { ada, client, projectId, clientId, ofProject, reject, seenByClient } = studio
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await reject(id, 'Between us')
    const next = await ada.call(clientsApi.create, { body: { name: 'Next' } })
    const moveTo = (client_id: number) =>
      ada.call(projectsApi.update, { ...ofProject, body: { name: 'Website', client_id } })
    await moveTo(next.id)
    await submit(studio, id)
    const { client: nextClient } = await addPortalLink(ada, next.id)
    const { deliverables } = await nextClient.call(portalApi.project, { params: { projectId } })
    expect(deliverables).toMatchObject([{ version: 2, versions: [{ version: 2 }] }])
    expect(deliverables[0]?.versions).toHaveLength(1)
    const tryApprove = () => client.try(portalApi.approveDeliverable, { params: { deliverableId: id } })
    expect(await client.try(portalApi.project, { params: { projectId } })).toMatchObject(NOT_FOUND)
    expect(await tryApprove()).toMatchObject(NOT_FOUND)
    await moveTo(clientId)
    expect(await seenByClient()).toEqual([])
    expect(await tryApprove()).toMatchObject(NOT_FOUND)
  })

  test('is reordered, and deleted unless the client has decided on it', async () => {
    const studio = await making()
    const { ada, list, ofProject, paramsOf, approve } = studio
    const [a, b] = [
      await addDeliverable(studio, { title: 'A' }),
      await addDeliverable(studio, { title: 'B' }),
    ]
    const order = (ids: number[]) => ada.try(deliverablesApi.reorder, { ...ofProject, body: { ids } })
    expect(await order([b, a])).toMatchObject({ status: 200, body: [{ id: b }, { id: a }] })
    expect(await order([b])).toMatchObject(CONFLICT)
    await submit(studio, a)
    await submit(studio, b)
    await approve(a)
    expect(await ada.try(deliverablesApi.remove, { params: paramsOf(a) })).toMatchObject(CONFLICT)
    await ada.call(deliverablesApi.remove, { params: paramsOf(b) })
    expect(await list()).toMatchObject([{ id: a }])
  })

  test('with a decision keeps its project', async () => {
    const studio = await making()
    const { ada, ofProject, approve } = studio
    const id = await addDeliverable(studio)
    await submit(studio, id)
    expect((await ada.call(projectsApi.get, ofProject)).has_history).toBe(false)
    await approve(id)
    expect((await ada.call(projectsApi.get, ofProject)).has_history).toBe(true)
    expect((await ada.call(projectsApi.remove, ofProject)).outcome).toBe('cancelled')
  })

  test.each([
    ['no title', {}, 'title'],
    ['a link that runs', { title: 'A', link_url: 'javascript:alert(1)' }, 'link_url'],
    ['a link into a file system', { title: 'A', link_url: 'file:///etc/passwd' }, 'link_url'],
    ['a link that is none', { title: 'A', link_url: 'example.com' }, 'link_url'],
    ['a link too long', { title: 'A', link_url: `https://example.com/${'x'.repeat(2000)}` }, 'link_url'],
    ['NUL', { title: 'A', description: 'a\0b' }, 'description'],
  ])('with %s is refused', async (_, input, field) => {
    const { ada, projectId, list } = await making()
    const refused = await ada.request('POST', `/api/projects/${projectId}/deliverables`, input)
    expect(refused).toMatchObject(invalidField(field))
    expect(await list()).toEqual([])
  })

  test('is hidden from other accounts', async () => {
    const studio = await making()
    const { ada, ofProject, paramsOf, list } = studio
    const id = await addDeliverable(studio)
    const before = await list()
    const [eve, own] = [await signIn('Eve'), await openStudio('Eve')]
    const params = paramsOf(id)
    const inOwnProject = { id: own.projectId, deliverableId: id }
    const body = { title: 'Mine' }
    for (const refused of [
      await eve.try(deliverablesApi.list, ofProject),
      await eve.try(deliverablesApi.create, { ...ofProject, body }),
      await eve.try(deliverablesApi.reorder, { ...ofProject, body: { ids: [id] } }),
      await eve.try(deliverablesApi.update, { params, body }),
      await eve.try(deliverablesApi.submit, { params }),
      await eve.try(deliverablesApi.removeFile, { params }),
      await eve.try(deliverablesApi.remove, { params }),
      await own.ada.try(deliverablesApi.update, { params: inOwnProject, body }),
      await own.ada.try(deliverablesApi.submit, { params: inOwnProject }),
      await own.ada.try(deliverablesApi.remove, { params: inOwnProject }),
    ]) {
      expect(refused).toMatchObject(NOT_FOUND)
    }
    expect(await new Visitor(ada.url).try(deliverablesApi.list, ofProject)).toMatchObject(UNAUTHORIZED)
    expect(await list()).toEqual(before)
  })
})
