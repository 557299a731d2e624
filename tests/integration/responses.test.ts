import { expect, test } from 'vitest'
import { z } from 'zod'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { mayCompress } from '#server/http/compression.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { keepMarkedBooks } from '#tests/marked-books.ts'
import { everyAnswer, pathTo } from '#tests/sound-request.ts'
import { decodeResponse } from '#web/data/decode.ts'

test('a long list is compressed, a short one is not', async () => {
  const ada = await signIn('Ada')
  const encoding = async (accept: string) =>
    (await ada.fetch('/api/clients', { headers: { 'accept-encoding': accept } })).headers.get(
      'content-encoding',
    )
  expect(await encoding('br')).toBeNull()
  for (let count = 0; count < 3; count += 1)
    await ada.call(clientsApi.create, { body: { name: 'Pine', notes: 'Paper '.repeat(150) } })
  expect(await encoding('br')).toBe('br')
  expect(await encoding('gzip, deflate')).toBe('gzip')
  expect(await encoding('identity')).toBeNull()
})

test('no response that may be compressed contains a key, and the browser reads each as its schema says', async () => {
  const { owner, keys, token } = await keepMarkedBooks('Ada')
  const { url } = await sharedApp()
  const code = String(keys.certificates)
  const withKeys: string[] = []
  for (const endpoint of everyAnswer) {
    if (endpoint.method !== 'GET' || endpoint.download || endpoint.changesState) continue
    const response = await owner.fetch(pathTo(endpoint, { ...keys, origin: url }))
    const text = await response.text()
    if (text.includes(token) || text.includes(code)) withKeys.push(endpoint.path)
    if (withKeys.includes(endpoint.path)) expect(mayCompress(endpoint), endpoint.path).toBe(false)
    if (!response.ok) continue
    const json = JSON.parse(text)
    expect(decodeResponse(endpoint, json), endpoint.path).toEqual(z.decode(endpoint.response, json))
  }
  expect(withKeys).toContain('/api/clients/{id}/portal-access')
  expect(withKeys.length).toBeGreaterThan(2)
})
