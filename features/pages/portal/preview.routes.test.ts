import { describe, expect, test } from 'vitest'
import { pathWith } from '#core/endpoint.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { previewKey } from '#features/engagement/portal-access/rules.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { signIn } from '#tests/app.ts'
import { openFurnishedStudio } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'
import { portalApi } from './contract/portal.ts'

describe('viewing the portal as a client', () => {
  test('shows what the client sees', async () => {
    const { ada, client, clientId, ids } = await openFurnishedStudio()
    const token = previewKey(clientId)
    expect(await ada.call(portalApi.overview, { params: { token } })).toEqual({
      ...(await client.call(portalApi.overview)),
      is_preview: true,
    })
    expect(await ada.call(portalApi.projects, { params: { token } })).toEqual(
      await client.call(portalApi.projects),
    )
    const { invoiceId, projectId } = ids
    expect(await ada.call(portalApi.invoice, { params: { token, invoiceId } })).toEqual(
      await client.call(portalApi.invoice, { params: { invoiceId } }),
    )
    expect(await ada.call(portalApi.project, { params: { token, projectId } })).toEqual(
      await client.call(portalApi.project, { params: { projectId } }),
    )
  })

  test('needs no link, and shows when a new one would expire', async () => {
    const ada = await signIn('Ada')
    const { id } = await ada.call(clientsApi.create, { body: { name: 'North' } })
    const shown = await ada.call(portalApi.overview, { params: { token: previewKey(id) } })
    const link = await ada.call(portalAccessApi.create, { params: { id } })
    expect(shown).toMatchObject({ client: { name: 'North' }, access: { expires_at: link.expires_at } })
  })

  test('changes nothing, whatever is called', async () => {
    const { ada, clientId, ids } = await openFurnishedStudio()
    await ada.call(sendingApi.send, { params: { id: ids.invoiceId }, body: {} })
    await ada.call(commentsApi.create, { params: { id: ids.projectId }, body: { content: 'Have a look' } })
    const { id: accountId } = await ada.call(accountApi.me)
    const before = await rowsOf(accountId)
    for (const { method, path } of Object.values(portalApi)) {
      const address = pathWith(path, {
        ...ids,
        token: previewKey(clientId),
        version: 1,
        paymentId: 1,
        receiptId: 1,
      })
      const { status } = await ada.fetch(address, {
        method,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      if (method !== 'GET') expect(status, path).toBe(403)
    }
    expect(await rowsOf(accountId)).toEqual(before)
    expect((await ada.call(portalAccessApi.list, { params: { id: clientId } }))[0]).toMatchObject({
      last_seen_at: null,
    })
  })

  test('opens for nobody else, and not for archived clients or while the account closes', async () => {
    const { ada, client, clientId } = await openFurnishedStudio()
    const eve = await signIn('Eve')
    const token = previewKey(clientId)
    const refused = { status: 404, body: { code: 'invalid_link' } }
    expect(await eve.try(portalApi.overview, { params: { token } })).toMatchObject(refused)
    expect(await client.request('GET', `/api/client-portal/${token}`)).toMatchObject(refused)
    for (const wrong of ['preview.', 'preview.0', `preview.0${clientId}`, `preview.${clientId}.1`, 'preview'])
      expect(await ada.try(portalApi.overview, { params: { token: wrong } }), wrong).toMatchObject(refused)
    await ada.call(deletionApi.request, { body: { confirm_name: 'Ada' } })
    expect(await ada.try(portalApi.overview, { params: { token } })).toMatchObject(refused)
    await ada.call(deletionApi.cancel)
    await ada.call(portalApi.overview, { params: { token } })
    await ada.call(clientsApi.remove, { params: { id: clientId } })
    expect(await ada.try(portalApi.overview, { params: { token } })).toMatchObject(refused)
  })
})
