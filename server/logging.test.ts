import { expect, test } from 'vitest'
import { withoutSecrets } from './logging.ts'

test.each([
  ['/api/client-portal/s3cr3t/projects/4', '/api/client-portal/[token]/projects/4'],
  ['/client-portal/s3cr3t', '/client-portal/[token]'],
  ['/auth/callback?code=s3cr3t&state=s3cr3t&x=1', '/auth/callback?code=[hidden]&state=[hidden]&x=1'],
  [
    'connect postgres://daybook:s3cr3t@db:5432/daybook failed',
    'connect postgres://daybook:[hidden]@db:5432/daybook failed',
  ],
  ['/api/clients?q=code', '/api/clients?q=code'],
])('%s is logged without its secrets', (text, logged) => {
  expect(withoutSecrets(text)).toBe(logged)
})
