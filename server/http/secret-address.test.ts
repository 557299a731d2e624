import { expect, test } from 'vitest'
import { secretAddress } from './secret-address.ts'

const portal = secretAddress('client-portal')

test.each([
  ['/api/client-portal/s3cr3t/projects/4', '/api/client-portal/[token]/projects/4'],
  ['/client-portal/s3cr3t', '/client-portal/[token]'],
  ['/client%2Dportal/s3cr3t/invoices/4', '/client%2Dportal/[token]/invoices/4'],
  ['/api/%63lient%2dportal/s3cr3t?x=1', '/api/%63lient%2dportal/[token]?x=1'],
  ['/client%252Dportal/s3cr3t', '/client%252Dportal/[token]'],
  ['//Client-Portal//s3cr3t', '//Client-Portal//[token]'],
  ['/client-portal%2Fs3cr3t', '/client-portal%2F[token]'],
])('%s is known, and shown without its key', (url, shown) => {
  expect(portal.leadsHere(url)).toBe(true)
  expect(portal.withoutKey(url)).toBe(shown)
})

test.each(['/clients/4', '/api/portal-access', '/?next=/client-portal/1'])('%s holds no key', (url) => {
  expect(portal.leadsHere(url)).toBe(false)
})
