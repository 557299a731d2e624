import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'
import { createPaymentSandbox } from './payment-sandbox.ts'

const start = (publicUrl: string, webhookUrl = 'http://localhost:3000/api/webhooks/stripe') =>
  createPaymentSandbox({
    statePath: ':memory:',
    publicUrl,
    webhook: { url: webhookUrl, secret: 'whsec_x' },
    connectWebhook: { url: 'http://localhost:3000/api/webhooks/stripe-connect', secret: 'whsec_y' },
    secretKey: 'sk_test_x',
    now: () => new Date(),
    log: () => undefined,
  })

test('starts on a loopback address only, and says why in one sentence', async () => {
  expect(() => start('https://daybook.example.com/sandbox/payments')).toThrow(
    'The payment sandbox starts only on a loopback address, and its public URL is https://daybook.example.com/sandbox/payments: set the Stripe keys to take real payments there.',
  )
  expect(() => start('http://localhost:3000/x', 'https://example.com/hook')).toThrow('its webhook URL')
  await start('http://localhost:3000/sandbox/payments').close()
})

test.each([
  ['http://localhost:3000', true],
  ['http://daybook.localhost', true],
  ['http://127.8.9.1:80', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost.example.com', false],
  ['http://0.0.0.0', false],
  ['http://192.168.1.2', false],
  ['not a url', false],
])('%s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected)
})
