import { expect, test } from 'vitest'
import { pathWith } from '#core/endpoint.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { openFurnishedStudio } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'
import { portalApi } from './contract/portal.ts'

const PREFETCH = { headers: { 'sec-purpose': 'prefetch' } }

async function withNews() {
  const studio = await openFurnishedStudio()
  const { ada, ids } = studio
  await ada.call(sendingApi.send, { params: { id: ids.invoiceId }, body: {} })
  await ada.call(commentsApi.create, { params: { id: ids.projectId }, body: { content: 'Have a look' } })
  const { id: accountId } = await ada.call(accountApi.me)
  return { ...studio, rows: () => rowsOf(accountId) }
}

test('a prefetch reads the same as a visit, and changes nothing', async () => {
  const { ada, client, clientId, token, ids, rows } = await withNews()
  const before = await rows()
  const prefetched = {
    overview: await client.call(portalApi.overview, PREFETCH),
    project: await client.call(portalApi.project, { params: ids, ...PREFETCH }),
    invoice: await client.call(portalApi.invoice, { params: ids, ...PREFETCH }),
  }
  for (const { method, path } of Object.values(portalApi))
    if (method === 'GET')
      await client.fetch(pathWith(path, { ...ids, token, version: 1, paymentId: 1, receiptId: 1 }), PREFETCH)
  expect(await rows()).toEqual(before)
  const visited = {
    overview: await client.call(portalApi.overview),
    project: await client.call(portalApi.project, { params: ids }),
    invoice: await client.call(portalApi.invoice, { params: ids }),
  }
  expect(prefetched).toEqual(visited)
  expect((await ada.call(portalAccessApi.list, { params: { id: clientId } }))[0]).toMatchObject({
    last_seen_at: expect.any(String),
  })
})

test('a change counts as a visit, whatever its headers say', async () => {
  const { ada, client, clientId, ids } = await withNews()
  await client.call(portalApi.comment, {
    body: { project_id: ids.projectId, content: 'Thank you', is_internal: false },
    ...PREFETCH,
  })
  expect((await ada.call(portalAccessApi.list, { params: { id: clientId } }))[0]).toMatchObject({
    last_seen_at: expect.any(String),
  })
})
